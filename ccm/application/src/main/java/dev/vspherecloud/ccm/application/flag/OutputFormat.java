package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.ccm.application.print.JsonYaml;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A format in which a command prints its result. Each command has some of them.
public enum OutputFormat {
    /// A table or a page for people.
    TABLE("table"),

    /// The table with more columns.
    WIDE("wide"),

    /// Lines for people.
    TEXT("text"),
    JSON("json"),

    /// The content of the JSON output, as YAML.
    YAML("yaml"),

    /// Only the names of the objects, one in each line, as kubectl prints them.
    NAME("name");

    private final String text;

    OutputFormat(String text) {
        this.text = text;
    }

    /// Returns the value of the flag, for example `json`.
    String text() {
        return text;
    }

    static Optional<OutputFormat> of(String value) {
        return Arrays.stream(values())
                .filter(format -> format.text.equals(value))
                .findFirst();
    }

    static List<String> texts(List<OutputFormat> formats) {
        return formats.stream().map(OutputFormat::text).toList();
    }

    /// Returns a value as YAML if this is the format, otherwise as JSON.
    public String structured(Json value) {
        return this == YAML ? JsonYaml.of(value) : JsonWriter.pretty(value) + "\n";
    }

    /// Returns true if the output is for programs, so that nothing else may be printed with it.
    public boolean isForPrograms() {
        return this == JSON || this == YAML || this == NAME;
    }
}
