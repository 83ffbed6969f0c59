package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.config.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Renders the reference of the configuration: the tables from [CloudConfigTable], the text around them from a
/// template.
final class ConfigReference {
    private static final String WARNING =
            "<!-- Rendered from ConfigKey and configuration.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private ConfigReference() {}

    /// @param template with placeholders such as `{global}` for the table of each section
    static String render(String template) {
        String text = WARNING + template;
        for (Section section : CloudConfigTable.TABLE.sections()) {
            text = text.replace("{" + section.yaml() + "}", table(section));
        }
        return text.replace(
                "{foreign}",
                CloudConfigTable.TABLE.foreignSections(Dialect.YAML).stream()
                        .map(ConfigReference::code)
                        .collect(Collectors.joining(", ")));
    }

    private static String table(Section section) {
        boolean isVcenter = section.equals(Section.VCENTER);
        var columns = new ArrayList<Column>();
        columns.add(new Column("YAML", key -> code(key.yaml()) + (key.isOfThisProject() ? " *new*" : "")));
        columns.add(new Column("INI", key -> code(key.ini())));
        columns.add(new Column(isVcenter ? "variable `VCENTER_<ID>_…`" : "variable", key -> variable(section, key)));
        columns.add(new Column("type", ConfigReference::type));
        columns.add(new Column("default", key -> key.defaultText().isEmpty() ? "" : code(key.defaultText())));
        if (isVcenter) {
            columns.add(
                    new Column("inherited from global", key -> key.inheritance().text()));
        }
        columns.add(new Column("meaning", ConfigKey::description));
        columns.add(new Column("since", ConfigKey::since));
        columns.add(new Column("deprecated by", key -> key.successor().orElse("")));
        return table(columns, CloudConfigTable.TABLE.in(section));
    }

    private record Column(String title, Function<ConfigKey, String> cell) {}

    private static String table(List<Column> columns, List<ConfigKey> keys) {
        var lines = new ArrayList<String>();
        lines.add(line(columns.stream().map(Column::title).toList()));
        lines.add("|" + "---|".repeat(columns.size()));
        for (ConfigKey key : keys) {
            lines.add(line(
                    columns.stream().map(column -> column.cell().apply(key)).toList()));
        }
        return String.join("\n", lines);
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String variable(Section section, ConfigKey key) {
        return (section.equals(Section.VCENTER) ? key.indexedVariable() : key.variable())
                .map(variable -> variable.inForce() ? code(variable.name()) : "*" + code(variable.name()) + "*")
                .orElse("");
    }

    private static String type(ConfigKey key) {
        return key.choices().isEmpty()
                ? key.form().type()
                : key.choices().stream().map(ConfigReference::code).collect(Collectors.joining(" or "));
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
