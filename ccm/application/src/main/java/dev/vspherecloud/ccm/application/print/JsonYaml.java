package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonWriter;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Writes JSON values as YAML in block style. Every YAML reader reads the same value from it: all texts that could mean
/// something else are between double quotes, as in JSON.
public final class JsonYaml {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*");

    /// The words that YAML 1.1 or 1.2 reads as another value than a text.
    private static final Set<String> NOT_TEXTS = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null");

    private JsonYaml() {}

    /// Returns the value as a YAML document that ends with a line break.
    public static String of(Json value) {
        return isBlock(value) ? block(value, "") : scalar(value) + "\n";
    }

    private static boolean isBlock(Json value) {
        return switch (value) {
            case Json.Members object -> !object.members().isEmpty();
            case Json.Items(var items) -> !items.isEmpty();
            case Json.Text _, Json.Numeral _, Json.Flag _, Json.Missing _ -> false;
        };
    }

    private static String block(Json value, String indent) {
        var text = new StringBuilder();
        if (value instanceof Json.Items(var items)) {
            items.forEach(item -> text.append(indent).append("- ").append(item(item, indent + "  ")));
        } else {
            value.members().forEach((name, member) -> text.append(indent)
                    .append(text(name))
                    .append(':')
                    .append(isBlock(member) ? "\n" + block(member, indent + "  ") : " " + scalar(member) + "\n"));
        }
        return text.toString();
    }

    /// Returns an item after its dash. The first line of a block follows the dash, so it has no indent.
    private static String item(Json item, String indent) {
        return isBlock(item) ? block(item, indent).substring(indent.length()) : scalar(item) + "\n";
    }

    private static String scalar(Json value) {
        return value instanceof Json.Text(String text) ? text(text) : JsonWriter.compact(value);
    }

    private static String text(String text) {
        boolean isPlain = PLAIN.matcher(text).matches() && !NOT_TEXTS.contains(text.toLowerCase(Locale.ROOT));
        return isPlain ? text : JsonWriter.compact(Json.of(text));
    }
}
