package dev.vspherecloud.deploy;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.deploy.ValueDescriptions.Value;
import java.util.List;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.DumperOptions;

/// Renders the README of the chart: a template, and a table of the values for each key at the top of `values.yaml`.
final class ChartReadme {
    private static final int LONGEST_DEFAULT = 60;

    private ChartReadme() {}

    static String rendered(ValueDescriptions descriptions) {
        List<Value> values = descriptions.values();
        String tables = values.stream()
                .map(Value::top)
                .distinct()
                .filter(top -> isGroup(top, values))
                .map(top -> "### `" + top + "`\n\n"
                        + values.stream()
                                .filter(value -> value.path().equals(top))
                                .findFirst()
                                .orElseThrow()
                                .description()
                        + "\n\n"
                        + table(values.stream()
                                .filter(value -> value.path().startsWith(top + "."))
                                .toList()))
                .collect(Collectors.joining("\n"));
        String single = table(
                values.stream().filter(value -> !isGroup(value.top(), values)).toList());
        return Project.resource(ChartReadme.class, "chart-readme.txt")
                .replace("@SINGLE@\n", single)
                .replace("@TABLES@\n", tables);
    }

    private static boolean isGroup(String top, List<Value> values) {
        return values.stream().anyMatch(value -> value.path().startsWith(top + "."));
    }

    private static String table(List<Value> values) {
        return values.stream()
                .map(value -> "| `%s` | %s | %s |\n".formatted(value.path(), initial(value), description(value)))
                .collect(Collectors.joining("", "| value | default | |\n|---|---|---|\n", ""));
    }

    private static String initial(Value value) {
        if (value.isGroup()) {
            return "";
        }
        return value.initial().length() > LONGEST_DEFAULT
                ? "see [values.yaml](values.yaml)"
                : "`" + value.initial().replace("|", "\\|") + "`";
    }

    private static String description(Value value) {
        String example = value.example()
                .map(each -> " Example: `%s`".formatted(ValueDescriptions.yaml(each, DumperOptions.FlowStyle.FLOW)))
                .orElse("");
        return (value.description() + example).replace("|", "\\|").replace("<", "&lt;");
    }
}
