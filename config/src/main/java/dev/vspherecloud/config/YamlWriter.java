package dev.vspherecloud.config;

import dev.vspherecloud.config.Outline.Block;
import dev.vspherecloud.config.Outline.Line;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/// Writes a configuration as Go's yaml.v2 reads it, which is YAML 1.1.
final class YamlWriter {
    private static final String INDENT = "  ";

    private final Outline outline;
    private final Lines lines;
    private final Set<Title> written = new HashSet<>();

    private YamlWriter(Outline outline) {
        this.outline = outline;
        this.lines = new Lines(outline.notes());
    }

    static String text(Outline outline) {
        var writer = new YamlWriter(outline);
        outline.blocks().forEach(writer::section);
        return writer.lines.end();
    }

    /// Sections that may be several stand together, where the first one is.
    private void section(Block block) {
        Title title = block.title();
        if (!title.isNamed()) {
            lines.gap();
            block(block, title.yaml(), "");
        } else if (written.add(title)) {
            lines.gap();
            lines.open(title.yaml() + ":");
            outline.blocks().stream()
                    .filter(each -> each.title().equals(title))
                    .forEach(each -> block(each, YamlScalar.of(each.name().orElse("")), INDENT));
        }
    }

    private void block(Block block, String name, String indent) {
        lines.add(block.place(), indent, name + (block.lines().isEmpty() ? ": {}" : ":"));
        for (Line line : block.lines()) {
            lines.add(line.place(), indent + INDENT, line.label().yaml() + ": " + value(line));
        }
        lines.close(block.place(), indent + INDENT);
    }

    private static String value(Line line) {
        String text = line.label().joined(line.words());
        if (line.label().form().isEmpty()) {
            // Whether it is a flag only its reader knows; where it is none, the word without quotes is a text as well.
            return text.equals("true") || text.equals("false") ? text : YamlScalar.of(text);
        }
        KeyForm form = line.label().form().get();
        if (form.isList()) {
            return Values.words(line.words()).stream().map(YamlScalar::of).collect(Collectors.joining(", ", "[", "]"));
        }
        return form.isUnquoted() && text.matches("\\w+") ? text : YamlScalar.of(text);
    }
}
