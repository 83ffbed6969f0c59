package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.VcenterKey;
import dev.vspherecloud.csi.config.process.ProcessVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Renders the reference of the configuration: the tables from [CsiConfigTable], [OverrideVariable] and
/// [ProcessVariable], the text around them from a template.
final class CsiConfigReference {
    private static final String WARNING =
            "<!-- Rendered from CsiConfigKey and csi-configuration.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private CsiConfigReference() {}

    /// @param template with placeholders such as `{global}` for the table of each section
    static String render(String template) {
        String text = WARNING + template;
        for (Section section : CsiConfigTable.TABLE.sections()) {
            text = text.replace("{" + section.yaml() + "}", table(section));
        }
        return text.replace("{variables}", variables(OverrideVariable.OF_SECTIONS, OverrideVariable::name))
                .replace("{vcenterVariables}", variables(OverrideVariable.OF_ONE_VCENTER, each -> each.of("<ID>")))
                .replace("{process}", process());
    }

    private static String table(Section section) {
        var lines = new ArrayList<String>();
        lines.add(line("INI", "YAML", "type", "default", "meaning", "since", "deprecated by"));
        lines.add("|" + "---|".repeat(7));
        for (ConfigKey key : CsiConfigTable.TABLE.in(section)) {
            if (key != VcenterKey.ENVIRONMENT_OVERRIDES) {
                lines.add(line(
                        code(key.ini()) + (CsiConfigTable.isOfThisProject(section, key) ? " *new*" : ""),
                        code(key.yaml()),
                        type(key),
                        key.defaultText().isEmpty() ? "" : code(key.defaultText()),
                        key.description() + effect(key),
                        key.since(),
                        key.successor().orElse("")));
            }
        }
        return String.join("\n", lines);
    }

    private static String type(ConfigKey key) {
        return key instanceof CsiConfigKey own && own.range().isPresent()
                ? own.range().get().least() + " to " + own.range().get().most()
                : key.form().type();
    }

    private static String effect(ConfigKey key) {
        return key instanceof CsiConfigKey own
                ? own.whyNoEffect().map(why -> " No effect: " + why + ".").orElse("")
                : "";
    }

    private static String variables(List<OverrideVariable> variables, Function<OverrideVariable, String> name) {
        var lines = new ArrayList<String>();
        lines.add(line("variable", "key in INI"));
        lines.add("|---|---|");
        variables.forEach(each -> lines.add(line(
                code(name.apply(each)),
                code(each.section().ini()) + ", " + code(each.key().ini()))));
        return String.join("\n", lines);
    }

    private static String process() {
        var lines = new ArrayList<String>();
        lines.add(line("variable", "range", "default", "meaning"));
        lines.add("|---|---|---|---|");
        Arrays.stream(ProcessVariable.values())
                .forEach(each -> lines.add(line(
                        code(each.name()),
                        each.isNumber() ? each.least() + " to " + each.most() : "",
                        each.defaultText().isEmpty() ? "" : code(each.defaultText()),
                        each.description()
                                + each.whyNoEffect()
                                        .map(why -> " No effect: " + why + ".")
                                        .orElse(""))));
        return String.join("\n", lines);
    }

    private static String line(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
