package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Formats a table as lines with aligned columns. A very long cell shifts only the rest of its own line.
///
/// Threads: one.
public final class TextTable {
    private static final int MAX_WIDTH = 60;
    private static final String GAP = "  ";

    private final PageStyle style;
    private final List<Row> rows = new ArrayList<>();

    private record Row(List<String> cells, Tint tint) {}

    public TextTable(List<String> head) {
        this(head, PageStyle.PLAIN);
    }

    public TextTable(List<String> head, PageStyle style) {
        this.style = style;
        row(head, Tint.NONE);
    }

    /// Adds a line with as many cells as the header. Characters that are not visible become `?`: see [VisibleText].
    public void row(List<String> cells) {
        row(cells, Tint.NONE);
    }

    /// Adds a line whose last cell has a colour.
    public void row(List<String> cells, Tint tint) {
        rows.add(new Row(cells.stream().map(VisibleText::of).toList(), tint));
    }

    /// Returns the header and all rows, in order.
    public List<String> lines() {
        return rows.stream().map(this::line).toList();
    }

    @Override
    public String toString() {
        return lines().stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private String line(Row row) {
        List<String> cells = row.cells();
        String before = IntStream.range(0, cells.size() - 1)
                .mapToObj(column -> cells.get(column)
                        + " "
                                .repeat(Math.max(
                                        0, width(column) - cells.get(column).length())))
                .collect(Collectors.joining(GAP));
        String last = style.paint(row.tint(), cells.getLast());
        return (cells.size() == 1 ? last : before + GAP + last).stripTrailing();
    }

    private int width(int column) {
        return rows.stream()
                .mapToInt(row -> row.cells().get(column).length())
                .filter(length -> length <= MAX_WIDTH)
                .max()
                .orElse(0);
    }
}
