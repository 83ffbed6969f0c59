package dev.vspherecloud.ccm.application.flag;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Renders the reference of the flags: the tables come from [Flag] and [FeatureGate], the text between them from a
/// template.
final class FlagReference {
    private static final String WARNING =
            "<!-- Rendered from Flag, FeatureGate and flags.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private FlagReference() {}

    static String render(String template) {
        return WARNING
                + template.replace("{flags}", sections())
                        .replace("{gates}", gates())
                        .replace("{skip}", NodeDeletion.VARIABLE);
    }

    private static String sections() {
        return Arrays.stream(Flag.Group.values()).map(FlagReference::section).collect(Collectors.joining());
    }

    private static String section(Flag.Group group) {
        return "## %s%n%n%s| flag | type | default | meaning |%n|---|---|---|---|%n%s%n"
                .formatted(
                        group.title(),
                        group == Flag.Group.COMMAND
                                ? "Only the sub-commands have these flags, see [Command line](command-line.md).\n\n"
                                : "",
                        group.flags().stream().map(FlagReference::row).collect(Collectors.joining()));
    }

    private static String row(Flag flag) {
        String letter = flag.shorthand().map("`-%s`, "::formatted).orElse("");
        String type = flag.type().isSwitch() ? "switch" : flag.type().text();
        return "| %s`%s`%s | %s | %s | %s%s |%n"
                .formatted(
                        letter,
                        flag,
                        isNew(flag) ? " *new*" : "",
                        type.replace("|", " or "),
                        flag.effectiveDefault().isEmpty() ? "" : "`" + flag.effectiveDefault() + "`",
                        flag.description().replace("'*'", "`*`"),
                        flag.noEffectReason().map(idle -> " " + idle.sentence()).orElse(""));
    }

    private static boolean isNew(Flag flag) {
        return GoFlag.all().stream().noneMatch(go -> go.name().equals(flag.flagName()));
    }

    private static String gates() {
        return "| gate | stage | default | |%n|---|---|---|---|%n".formatted()
                + FeatureGate.known().stream()
                        .map(FlagReference::gate)
                        .collect(Collectors.joining())
                        .strip();
    }

    private static String gate(FeatureGate gate) {
        return "| `%s` | %s | %s | %s |%n"
                .formatted(
                        gate.name(),
                        gate.stage() == FeatureGate.Stage.GONE
                                ? "gone since 1.36"
                                : gate.stage().text(),
                        gate.isOn() ? "on" : "off",
                        gate.isLocked() ? "locked" : "");
    }
}
