package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.print.TextTable;
import dev.vspherecloud.ccm.config.EffectiveConfig;
import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.text.VisibleText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Creates the text output of `config check`: all problems in the format that editors and build servers know from
/// compilers, then a verdict, then a table of the effective values.
final class CheckText {
    private CheckText() {}

    static String of(List<CheckedFile> files) {
        return VisibleText.lines(files.stream().map(CheckText::of).collect(Collectors.joining("\n")));
    }

    private static String of(CheckedFile file) {
        return file.problems().stream().map(CheckText::problem).collect(Collectors.joining())
                + summary(file)
                + file.report().effective().map(CheckText::table).orElse("");
    }

    /// Returns one problem as a line, for example `vsphere.conf:12:5: warning: vcenter.north.port: found ...,
    /// expected ...`.
    static String problem(Problem problem) {
        ConfigLocation place = problem.place();
        String position = place.line() == 0 ? "" : ":" + place.line() + ":" + place.column();
        return "%s%s: %s: %s%s\n"
                .formatted(
                        place.file(),
                        position,
                        problem.severity().text(),
                        place.key().isEmpty() ? "" : place.key() + ": ",
                        problem.message());
    }

    private static String summary(CheckedFile file) {
        long errors = file.problems().stream().filter(Problem::isError).count();
        long warnings = file.problems().size() - errors;
        String count = Stream.of(countText(errors, "error"), countText(warnings, "warning"))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        return "%s: %s%s\n"
                .formatted(
                        file.file(),
                        file.isUsable() ? "can be used" : "cannot be used",
                        count.isEmpty() ? "" : " (" + count + ")");
    }

    private static String countText(long number, String what) {
        return number == 0 ? "" : number + " " + what + (number == 1 ? "" : "s");
    }

    private static String table(EffectiveConfig config) {
        var table = new TextTable(List.of("SETTING", "VALUE", "FROM"));
        for (EffectiveConfig.Part part : config.parts()) {
            String head = part.section() + part.name().map(name -> " " + name).orElse("");
            List<EffectiveConfig.Setting> settings = part.visibleSettings();
            table.row(List.of(head, settings.isEmpty() ? "not set" : "", ""));
            settings.forEach(setting -> table.row(List.of(
                    "  " + setting.key(), setting.text(), setting.origin().toString())));
        }
        if (!config.otherSections().isEmpty()) {
            table.row(List.of("of other programs", String.join(", ", config.otherSections()), ""));
        }
        return "\n" + table;
    }
}
