package dev.vspherecloud.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.comments.CommentType;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.Scanner;
import org.yaml.snakeyaml.scanner.ScannerImpl;
import org.yaml.snakeyaml.tokens.CommentToken;
import org.yaml.snakeyaml.tokens.Token;

/// A YAML text that can be read, as its author sees it: with comments, and with what stands between any two places.
///
/// The comments are the scanner's. The parser can keep comments as well, but loses some.
///
/// Threads: one.
final class YamlSource {
    private static final String LINE_BREAKS = "\n\r\u0085\u2028\u2029";

    private final String file;
    /// Code points: that is what the library counts.
    private final int[] characters;

    private final List<Remark> remarks = new ArrayList<>();
    /// Where words and brackets end, by their indexes.
    private final NavigableMap<Integer, Mark> ends = new TreeMap<>();
    private Optional<Mark> second = Optional.empty();

    private YamlSource(String file, String text) {
        this.file = file;
        this.characters = text.codePoints().toArray();
    }

    static YamlSource of(String file, String text) {
        var source = new YamlSource(file, text);
        var options = new LoaderOptions();
        options.setProcessComments(true);
        try {
            source.scan(new ScannerImpl(new StreamReader(text), options));
        } catch (MarkedYAMLException e) {
            // Only a second document can be broken, and by then it has begun.
        }
        return source;
    }

    /// The comments and blank lines of the first document, in order.
    List<Remark> remarks() {
        return List.copyOf(remarks);
    }

    /// Where a second document begins, if there is one: nobody reads it.
    Optional<Mark> second() {
        return second;
    }

    /// What begins here, up to its last word or bracket before the limit.
    ///
    /// @param limit index of a character that is no part of it
    Passage passage(Mark start, int limit) {
        Map.Entry<Integer, Mark> end = ends.floorEntry(limit);
        Mark last = end == null || end.getKey() < start.getIndex() ? start : end.getValue();
        return new Passage(place(start), place(last), between(start.getIndex(), last.getIndex()));
    }

    /// All that follows.
    Passage rest(Mark start) {
        Place end = new Place(file, Integer.MAX_VALUE, 1, "");
        return new Passage(place(start), end, between(start.getIndex(), characters.length));
    }

    Place place(Mark mark) {
        return YamlText.place(file, mark);
    }

    private String between(int start, int end) {
        return new String(characters, start, end - start);
    }

    private void scan(Scanner scanner) {
        while (second.isEmpty() && !scanner.checkToken(Token.ID.StreamEnd)) {
            Token token = scanner.getToken();
            switch (token.getTokenId()) {
                case Comment -> add((CommentToken) token);
                case DocumentStart -> second = ends.isEmpty() ? Optional.empty() : Optional.of(token.getStartMark());
                case Scalar, Value, Alias, Anchor, Tag, FlowMappingEnd, FlowSequenceEnd ->
                    ends.put(token.getEndMark().getIndex(), token.getEndMark());
                default -> {}
            }
        }
    }

    private void add(CommentToken comment) {
        Place start = place(comment.getStartMark());
        remarks.add(
                comment.getCommentType() == CommentType.BLANK_LINE
                        ? Remark.blank(start)
                        : Remark.of(start, comment.getValue(), beginsLine(comment.getStartMark())));
    }

    /// True when only blanks are before it on its line.
    private boolean beginsLine(Mark mark) {
        int before = mark.getIndex() - 1;
        while (before >= 0 && (characters[before] == ' ' || characters[before] == '\t')) {
            before--;
        }
        return before < 0 || LINE_BREAKS.indexOf(characters[before]) >= 0;
    }
}
