package dev.vspherecloud.config;

import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/// Turns text into YAML nodes, and whatever is wrong with the text into a sentence.
///
/// The library's own sentences are not used: they show pieces of the text, and the piece may be a password.
final class YamlText {
    /// What the library says, by a piece of it, and what we say.
    private record Flaw(String piece, String sentence) {}

    private static final List<Flaw> FLAWS = List.of(
            new Flaw("TAB", "a tab is used for indentation here; use blanks"),
            new Flaw(
                    "undefined alias",
                    "a value begins with \"*\" here, which YAML takes for an alias; put it between single quotes"),
            new Flaw(
                    "cannot start any token",
                    "a value begins with a character here that YAML reserves, such as @ ` or %;"
                            + " put it between single quotes"),
            new Flaw(
                    "escape",
                    "a backslash between double quotes is followed by a letter it cannot stand before;"
                            + " use single quotes, where a backslash is only a backslash"),
            new Flaw("unexpected end of stream", "a quote is opened before this place and never closed; close it"),
            new Flaw(
                    "mapping values are not allowed",
                    "a second \":\" on one line, or a line that is indented more than the one above it;"
                            + " put a value that holds \": \" between single quotes, or correct the indentation"),
            new Flaw(
                    "could not find expected ':'",
                    "a line without \":\" where a key was expected;"
                            + " write \"key: value\", with a blank after the colon"),
            new Flaw("<block end>", "the indentation does not fit the lines above; align keys of one section"),
            new Flaw("Nesting Depth", "the nesting is too deep for a configuration; check brackets and indentation"));

    private YamlText() {}

    /// The first document, or nothing: when it is empty, and when it is not YAML, which is then a problem.
    static Optional<Node> compose(String file, String text, Problems problems) {
        try {
            Iterator<Node> documents =
                    new Yaml().composeAll(new StringReader(text)).iterator();
            if (!documents.hasNext()) {
                return Optional.empty();
            }
            Node first = documents.next();
            warnOfMore(file, documents, problems);
            return Optional.ofNullable(first);
        } catch (MarkedYAMLException e) {
            problems.error(place(file, e.getProblemMark()), "not YAML: " + sentence(String.valueOf(e.getProblem())));
        } catch (ReaderException e) {
            problems.error(place(file, text, e.getPosition()), "not YAML: a control character stands here; remove it");
        } catch (RuntimeException | StackOverflowError e) {
            // The library has failed on hostile text with either before; for us it is one more text that is not YAML.
            problems.error(Place.wholeFile(file), "not YAML: " + sentence(String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    /// The Go program never looks beyond the first document, whatever is there.
    private static void warnOfMore(String file, Iterator<Node> documents, Problems problems) {
        try {
            if (documents.hasNext()) {
                Node second = documents.next();
                problems.warning(
                        place(file, second.getStartMark()),
                        "found a second document (after \"---\"), expected one; it is not read, remove it");
            }
        } catch (MarkedYAMLException e) {
            problems.warning(
                    place(file, e.getProblemMark()),
                    "what follows the first document is not YAML, and is not read; remove it");
        }
    }

    private static String sentence(String libraryMessage) {
        return FLAWS.stream()
                .filter(flaw -> libraryMessage.contains(flaw.piece))
                .map(Flaw::sentence)
                .findFirst()
                .orElse("the text breaks off or goes wrong here; check quotes, colons and indentation");
    }

    static Place place(String file, @Nullable Mark mark) {
        return mark == null ? Place.wholeFile(file) : new Place(file, mark.getLine() + 1, mark.getColumn() + 1, "");
    }

    private static Place place(String file, String text, int position) {
        String before = text.substring(0, Math.clamp(position, 0, text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new Place(file, line, before.length() - before.lastIndexOf('\n'), "");
    }
}
