package dev.vspherecloud.config;

import dev.vspherecloud.config.Outline.Block;
import dev.vspherecloud.config.Outline.Line;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes a configuration as gcfg reads it.
///
/// Rule from: gopkg.in/gcfg.v1 1.2.3, scanner: what must be escaped, and what cannot be said at all.
final class IniWriter {
    private final Lines lines;
    private final Problems problems;

    private IniWriter(Lines lines, Problems problems) {
        this.lines = lines;
        this.problems = problems;
    }

    /// @param problems gets an error for everything that INI cannot say
    static String text(Outline outline, Problems problems) {
        var writer = new IniWriter(new Lines(outline.notes()), problems);
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
        boolean isPlain = line.label().form().filter(KeyForm::isUnquoted).isPresent() && text.matches("\\w+");
        return isPlain ? text : quoted(text, line.place(), line.label().ini(), true);
    }

    private String quoted(String text, Place place, String what, boolean isValue) {
        return text.codePoints()
                .mapToObj(each -> switch (each) {
                    case '"' -> "\\\"";
                    case '\\' -> "\\\\";
                    case '\n' -> isValue ? "\\n" : refused(place, what, "a line break");
                    case '\t' -> isValue ? "\\t" : "\t";
                    case '\r' -> refused(place, what, "a carriage return");
                    case '\0' -> refused(place, what, "a zero byte");
                    default -> Character.toString(each);
                })
                .collect(Collectors.joining("", "\"", "\""));
    }

    private String refused(Place place, String what, String character) {
        problems.error(
                place,
                "found " + character + " in " + what + ", and INI has no form for that; stay with YAML, or change it");
        return "";
    }
}
