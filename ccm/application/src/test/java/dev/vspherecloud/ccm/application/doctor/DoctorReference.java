package dev.vspherecloud.ccm.application.doctor;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Renders the reference of `doctor`: the findings come from [FindingCode], the text around them from a template.
final class DoctorReference {
    private static final String WARNING =
            "<!-- Rendered from FindingCode and doctor.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private DoctorReference() {}

    /// @param template with `<table>` and `<codes>` where they belong
    /// @param json the content of the block with the JSON output, which another test renews
    static String render(String template, String json) {
        return WARNING
                + template.replace("<table>\n", table())
                        .replace("<codes>\n", codes())
                        .replace("```json\n```", "```json\n" + json + "```");
    }

    private static String table() {
        return Arrays.stream(DoctorArea.values())
                .flatMap(DoctorReference::in)
                .map(code -> "| [`%s`](%s) | %s | %s | %s |"
                        .formatted(
                                code.text(),
                                code.page().replace("docs/reference/", "").replace("doctor.md", ""),
                                code.area().text(),
                                code.severity().text(),
                                code.title()))
                .collect(Collectors.joining(
                        "\n", "| finding | area | severity | in short |\n|---|---|---|---|\n", "\n"));
    }

    private static Stream<FindingCode> in(DoctorArea area) {
        return Arrays.stream(FindingCode.values()).filter(code -> code.area() == area);
    }

    private static String codes() {
        return Arrays.stream(DoctorArea.values())
                .flatMap(DoctorReference::in)
                .filter(code -> code.page().contains("doctor.md"))
                .map(code -> "### %s\n\n**%s.** %s\n\n- *Severity:* %s\n- *Remedy:* %s\n"
                        .formatted(
                                code.text(),
                                code.title(),
                                code.description(),
                                code.severity().text(),
                                code.remedy()))
                .collect(Collectors.joining("\n"));
    }
}
