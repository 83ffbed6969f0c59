package dev.vspherecloud.text;

import dev.vspherecloud.text.YamlResult.SyntaxError;
import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;

/// Reads YAML 1.1: parses text into nodes with their places, and describes every error in a sentence.
///
/// The messages of the YAML library are not used: they quote pieces of the text, which may be a password.
public final class YamlText {
    /// How further documents after the first are handled. Go's YAML readers ignore them, whatever they contain.
    public enum FurtherDocuments {
        /// The result reports further documents as an error.
        REPORTED,
        /// Further documents are ignored.
        IGNORED
    }

    /// A piece of a message of the YAML library, and the sentence that replaces the message.
    private record Sentence(String piece, String sentence) {}

    private static final int MAX_CHARACTERS = 4 << 20;

    /// Matches the messages of the library that say only what the parser expected next. The cause is often a value
    /// of the same line, which the user meant as a text.
    private static final Pattern GENERAL =
            Pattern.compile("<block end>|indentation indicators|(entries|keys) are not allowed"
                    + "|the node content, but found '[^<]|expected ' '|unexpected character found");

    /// Matches a line with a key and a value whose first character does not begin a plain text in YAML.
    private static final Pattern SPECIAL_VALUE = Pattern.compile("([^'\"#]*?:[ \t]+)[\\[\\]{}|>&*!%@`'\",?-].*");

    private static final String SPECIAL_SENTENCE =
            "a value begins here with a character that has a meaning in YAML, such as [ { | > & - or a quote; put the"
                    + " whole value between single quotes, with each single quote in it twice, or close a quote of the"
                    + " lines above";

    private static final List<Sentence> SENTENCES = List.of(
            new Sentence("TAB", "a tab is used for indentation or after a colon here; use blanks"),
            new Sentence(
                    "undefined alias",
                    "a value begins with \"*\" here, which YAML takes for an alias; put it between single quotes"),
            new Sentence(
                    "cannot start any token",
                    "a value begins with a character here that YAML reserves, such as @ ` or %;"
                            + " put it between single quotes"),
            new Sentence(
                    "escape",
                    "a backslash in double quotes is followed by a character that YAML does not allow there;"
                            + " use single quotes, where a backslash has no special meaning"),
            new Sentence("unexpected end of stream", "a quote is opened before this place and never closed; close it"),
            new Sentence(
                    "mapping values are not allowed",
                    "a second \":\" on one line, a deeper indentation than above, or no blank after the \":\" above;"
                            + " put a value that holds \": \" between single quotes, or correct the indentation"),
            new Sentence(
                    "could not find expected ':'",
                    "a line without \":\" where a key was expected;"
                            + " write \"key: value\", with a blank after the colon"),
            new Sentence(
                    "expected ',' or",
                    "a list or mapping is opened with [ or { here and not closed; close it, or, if a text is meant, put"
                            + " the whole value between single quotes"),
            new Sentence("<block end>", "the indentation does not fit the lines above; align keys of one section"),
            new Sentence(
                    "Nesting Depth", "the nesting is too deep for a configuration; check brackets and indentation"));

    private YamlText() {}

    public static YamlResult read(String text, FurtherDocuments further) {
        var options = new LoaderOptions();
        options.setCodePointLimit(MAX_CHARACTERS);
        try {
            Iterator<Node> documents =
                    new Yaml(options).composeAll(new StringReader(text)).iterator();
            Node root = documents.hasNext() ? documents.next() : null;
            if (root == null) {
                return new YamlResult.Empty();
            }
            return new YamlResult.Document(
                    root, further == FurtherDocuments.REPORTED ? furtherDocument(documents) : Optional.empty());
        } catch (MarkedYAMLException e) {
            return new YamlResult.Malformed(flaw(text, e));
        } catch (ReaderException e) {
            return new YamlResult.Malformed(flawAt(text, e.getPosition(), "found a control character here; remove it"));
        } catch (RuntimeException | StackOverflowError e) {
            // The library threw both kinds on hostile texts. Such a text counts as malformed, too.
            return new YamlResult.Malformed(new SyntaxError(0, 0, sentence(String.valueOf(e.getMessage()))));
        }
    }

    /// Returns the error. Where the library only says what it expected next, the value of that line is named as
    /// the cause if it begins with a character that has a meaning in YAML. A list or mapping that is not closed
    /// is reported where it begins.
    private static SyntaxError flaw(String text, MarkedYAMLException e) {
        String problem = String.valueOf(e.getProblem());
        boolean isUnclosed = problem.startsWith("expected ',' or") && e.getContextMark() != null;
        Mark mark = isUnclosed ? e.getContextMark() : e.getProblemMark();
        if (problem.contains("unexpected end of stream") && e.getContextMark() != null) {
            int opened = e.getContextMark().getLine() + 1;
            return flawAt(mark, "a quote is opened in line %d and never closed; close it".formatted(opened));
        }
        if (mark == null || !GENERAL.matcher(problem).find()) {
            return flawAt(mark, sentence(problem));
        }
        return text.lines()
                .skip(mark.getLine())
                .findFirst()
                .map(SPECIAL_VALUE::matcher)
                .filter(line -> line.matches() && line.end(1) <= mark.getColumn())
                .map(line -> new SyntaxError(mark.getLine() + 1, line.end(1) + 1, SPECIAL_SENTENCE))
                .orElseGet(() -> flawAt(mark, sentence(problem)));
    }

    private static Optional<SyntaxError> furtherDocument(Iterator<Node> documents) {
        try {
            return documents.hasNext()
                    ? Optional.of(flawAt(
                            documents.next().getStartMark(),
                            "found a second document (after \"---\"), expected one; it is not read, remove it"))
                    : Optional.empty();
        } catch (MarkedYAMLException e) {
            return Optional.of(flawAt(
                    e.getProblemMark(), "what follows the first document is not YAML, and is not read; remove it"));
        }
    }

    private static String sentence(String libraryMessage) {
        return SENTENCES.stream()
                .filter(each -> libraryMessage.contains(each.piece))
                .map(Sentence::sentence)
                .findFirst()
                .orElse("the text is not valid YAML here; check quotes, colons and indentation");
    }

    private static SyntaxError flawAt(@Nullable Mark mark, String sentence) {
        return mark == null
                ? new SyntaxError(0, 0, sentence)
                : new SyntaxError(mark.getLine() + 1, mark.getColumn() + 1, sentence);
    }

    private static SyntaxError flawAt(String text, int position, String sentence) {
        String before = text.substring(0, Math.clamp(position, 0, text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new SyntaxError(line, before.length() - before.lastIndexOf('\n'), sentence);
    }
}
