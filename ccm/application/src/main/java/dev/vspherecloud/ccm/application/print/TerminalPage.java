package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Formats text in sections. Long lines break at blanks; a word is never cut.
///
/// Guests and vCenter users write much of the text, so characters that are not visible become `?`: see [VisibleText].
///
/// Threads: one.
public final class TerminalPage {
    private static final String INDENT = "  ";
    private static final String GAP = "  ";

    /// The minimum width of the last column. If less is left, the column begins on a line of its own.
    private static final int MIN_WIDTH = 30;

    private final StringBuilder text = new StringBuilder();
    private final PageStyle style;

    public TerminalPage(PageStyle style) {
        this.style = style;
    }

    /// Adds a heading at the left edge, after an empty line.
    public TerminalPage heading(String words) {
        return heading(words, Tint.HEADING);
    }

    /// Adds a heading in a colour.
    public TerminalPage heading(String words, Tint tint) {
        if (!text.isEmpty()) {
            text.append('\n');
        }
        text.append(style.paint(tint, VisibleText.of(words))).append('\n');
        return this;
    }

    /// Adds an indented paragraph.
    public TerminalPage paragraph(String words) {
        return block(INDENT, INDENT, VisibleText.of(words));
    }

    /// Adds rows with aligned columns. Long text in the last column is broken.
    public TerminalPage rows(List<List<String>> rows) {
        List<List<String>> clean = rows.stream()
                .map(row -> row.stream().map(VisibleText::of).toList())
                .toList();
        clean.forEach(row -> row(row, clean));
        return this;
    }

    /// Adds rows with aligned columns under a header line.
    public TerminalPage table(List<String> head, Stream<List<String>> rows) {
        return rows(Stream.concat(Stream.of(head), rows).toList());
    }

    private void row(List<String> row, List<List<String>> all) {
        String before = IntStream.range(0, row.size() - 1)
                .mapToObj(column -> padded(row.get(column), width(all, column)) + GAP)
                .collect(Collectors.joining("", INDENT, ""));
        if (style.width() - before.length() >= MIN_WIDTH) {
            block(before, " ".repeat(before.length()), row.getLast());
        } else {
            text.append(before.stripTrailing()).append('\n');
            block(INDENT.repeat(3), INDENT.repeat(3), row.getLast());
        }
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }

    private TerminalPage block(String first, String others, String words) {
        List<String> lines = broken(words, style.width() - others.length());
        IntStream.range(0, lines.size())
                .mapToObj(number -> (number == 0 ? first : others) + lines.get(number))
                .forEach(line -> text.append(line.stripTrailing()).append('\n'));
        return this;
    }

    private static List<String> broken(String words, int width) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        return Stream.concat(lines.stream(), Stream.of(line.toString())).toList();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
