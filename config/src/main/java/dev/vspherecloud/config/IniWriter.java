package dev.vspherecloud.config;

import dev.vspherecloud.config.ConfigKey.Form;
import dev.vspherecloud.config.Outline.Block;
import dev.vspherecloud.config.Outline.Line;
import java.util.Optional;

/// Writes a configuration as gcfg reads it.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3, scanner: what must be escaped, and what cannot be said at all.
final class IniWriter {
    private final Outline outline;
    private final Problems problems;
    private final Lines lines;

    private IniWriter(Outline outline, Problems problems) {
        this.outline = outline;
        this.problems = problems;
        this.lines = new Lines(outline.notes());
    }

    /// @param problems gets an error for everything that INI cannot say
    static String text(Outline outline, Problems problems) {
        var writer = new IniWriter(outline, problems);
        outline.blocks().forEach(writer::block);
        return writer.lines.end();
    }

    private void block(Block block) {
        lines.gap();
        lines.add(block.place(), "", "[" + block.title().ini() + name(block) + "]");
        for (Line line : block.lines()) {
            lines.add(line.place(), "", line.label().ini() + " = " + value(line));
        }
        lines.close(block.place(), "");
    }

    /// A vCenter without a name has that of its server.
    private String name(Block block) {
        return block.name()
                .map(name -> name.isBlank() ? server(block).orElse(name) : name)
                .map(name -> " " + quoted(name, block.place(), "the name", false))
                .orElse("");
    }

    private static Optional<String> server(Block block) {
        return block.lines().stream()
                .filter(line -> line.label().equals(Label.of(ConfigKey.SERVER)))
                .map(line -> line.words().getFirst().strip())
                .findFirst();
    }

    private String value(Line line) {
        String text = line.label().joined(line.words());
        boolean isPlain = line.label().form().filter(Form::isUnquoted).isPresent() && text.matches("\\w+");
        return isPlain ? text : quoted(text, line.place(), line.label().ini(), true);
    }

    private String quoted(String text, Place place, String what, boolean isValue) {
        var quoted = new StringBuilder("\"");
        for (char each : text.toCharArray()) {
            switch (each) {
                case '"', '\\' -> quoted.append('\\').append(each);
                case '\n' -> quoted.append(isValue ? "\\n" : refused(place, what, "a line break"));
                case '\t' -> quoted.append(isValue ? "\\t" : "\t");
                case '\r' -> quoted.append(refused(place, what, "a carriage return"));
                case '\0' -> quoted.append(refused(place, what, "a zero byte"));
                default -> quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }

    private String refused(Place place, String what, String character) {
        problems.error(
                place,
                "found " + character + " in " + what + ", and INI has no form for that; stay with YAML, or change it");
        return "";
    }
}
