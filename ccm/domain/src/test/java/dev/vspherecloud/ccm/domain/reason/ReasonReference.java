package dev.vspherecloud.ccm.domain.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Renders the reference of the reasons: the entries from [NodeReason#table], the text around them from a
/// template.
final class ReasonReference {
    private static final String WARNING =
            "<!-- Rendered from ReasonCode and reasons.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private ReasonReference() {}

    /// @param template with the placeholders `{index}` and `{groups}`
    static String render(String template) {
        return WARNING + template.replace("{index}", index()).replace("{groups}\n", groups());
    }

    private static String index() {
        return NodeReason.table().stream()
                .map(code -> "| [`%s`](#%s) | %s | %s |"
                        .formatted(code.text(), code.text().toLowerCase(Locale.ROOT), code.title(), place(code)))
                .collect(Collectors.joining("\n", "| reason | in short | found on |\n|---|---|---|\n", ""));
    }

    private static String groups() {
        return NodeReason.table().stream()
                .map(ReasonCode::group)
                .distinct()
                .map(group -> "## " + group.title() + "\n\n" + entries(group))
                .collect(Collectors.joining("\n"));
    }

    private static String entries(ReasonGroup group) {
        return in(group).stream().map(ReasonReference::entry).collect(Collectors.joining("\n"));
    }

    private static List<ReasonCode> in(ReasonGroup group) {
        return NodeReason.table().stream()
                .filter(code -> code.group().equals(group))
                .toList();
    }

    private static String entry(ReasonCode code) {
        return """
                ### %s

                **%s.** %s

                - *Usual cause:* %s
                - *Remedy:* %s
                - *Found on:* %s
                """.formatted(code.text(), code.title(), code.description(), code.cause(), code.remedy(), place(code));
    }

    private static String place(ReasonCode code) {
        return switch (code.scope()) {
            case VCENTER, CLUSTER -> "Lease";
            case OBJECT -> code.isReportedWhenInitialised() ? "any Node" : "waiting Node";
        };
    }
}
