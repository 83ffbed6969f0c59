package dev.vspherecloud.json;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes JSON values as text. Members are written in the order of the object.
public final class JsonWriter {
    private static final String INDENT = "  ";
    private static final int WIDTH = 90;

    private JsonWriter() {}

    /// Returns the value as JSON without whitespace.
    public static String compact(Json value) {
        var text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    /// Returns JSON for people: each object and each list on one line if it fits there, otherwise one line for
    /// each member or item.
    public static String pretty(Json value) {
        return switch (value) {
            case Json.Members object ->
                block(
                        "{",
                        object.members().entrySet().stream()
                                .map(member -> JsonText.quoted(member.getKey()) + ": " + pretty(member.getValue()))
                                .toList(),
                        "}");
            case Json.Items list ->
                block("[", list.items().stream().map(JsonWriter::pretty).toList(), "]");
            case Json.Text _, Json.Numeral _, Json.Flag _, Json.Missing _ -> compact(value);
        };
    }

    private static void append(StringBuilder text, Json value) {
        switch (value) {
            case Json.Members object -> append(text, object.members());
            case Json.Items(List<Json> items) -> append(text, items);
            case Json.Text(String each) -> JsonText.appendQuoted(text, each);
            case Json.Numeral _, Json.Flag _, Json.Missing _ -> text.append(value);
        }
    }

    private static void append(StringBuilder text, Map<String, Json> members) {
        char before = '{';
        for (Map.Entry<String, Json> member : members.entrySet()) {
            text.append(before);
            JsonText.appendQuoted(text, member.getKey());
            text.append(':');
            append(text, member.getValue());
            before = ',';
        }
        text.append(members.isEmpty() ? "{}" : "}");
    }

    private static void append(StringBuilder text, List<Json> items) {
        char before = '[';
        for (Json item : items) {
            text.append(before);
            append(text, item);
            before = ',';
        }
        text.append(items.isEmpty() ? "[]" : "]");
    }

    private static String block(String open, List<String> parts, String close) {
        String line = open + String.join(", ", parts) + close;
        return line.length() <= WIDTH && !line.contains("\n")
                ? line
                : parts.stream()
                        .map(part -> INDENT + part.replace("\n", "\n" + INDENT))
                        .collect(Collectors.joining(",\n", open + "\n", "\n" + close));
    }
}
