package dev.vspherecloud.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;

/// Writes the descriptions of the schema as comments into `values.yaml`. Keys, values and empty lines stay.
final class ValuesComments {
    private static final int WIDTH = 119;
    private static final Pattern KEY = Pattern.compile("( *)([A-Za-z]\\w*):(.*)");
    private static final Pattern TRAILING_COMMENT = Pattern.compile(" +# .*$");

    private ValuesComments() {}

    static String written(String values) {
        var lines = new ArrayList<String>();
        var comments = new ArrayList<String>();
        var path = new ArrayList<String>();
        for (String line : values.lines().toList()) {
            if (line.strip().startsWith("#")) {
                comments.add(line);
                continue;
            }
            Optional<JsonNode> schema = schema(line, path);
            lines.addAll(schema.map(described -> comment(line, described)).orElse(comments));
            lines.add(schema.isPresent() ? TRAILING_COMMENT.matcher(line).replaceFirst("") : line);
            comments.clear();
        }
        return String.join("\n", lines) + "\n";
    }

    /// Returns the schema of the key in this line, and changes the path to it. A key inside a list has none.
    private static Optional<JsonNode> schema(String line, List<String> path) {
        Matcher key = KEY.matcher(line);
        if (!key.matches() || key.group(1).length() / 2 > path.size()) {
            return Optional.empty();
        }
        path.subList(key.group(1).length() / 2, path.size()).clear();
        path.add(key.group(2));
        return ValueDescriptions.property(String.join(".", path));
    }

    private static List<String> comment(String line, JsonNode schema) {
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        var lines = new ArrayList<String>();
        var text = new StringBuilder(indent).append('#');
        for (String word : schema.path("description").asText().split(" ")) {
            if (text.length() + 1 + word.length() > WIDTH) {
                lines.add(text.toString());
                text = new StringBuilder(indent).append('#');
            }
            text.append(' ').append(word);
        }
        lines.add(text.toString());
        for (JsonNode example : schema.path("examples")) {
            ValueDescriptions.yaml(example, DumperOptions.FlowStyle.BLOCK)
                    .lines()
                    .forEach(each -> lines.add(indent + "#   " + each));
        }
        return lines;
    }
}
