package dev.vspherecloud.ccm.application.print;

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

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> head) {
        row(head);
    }

    /// Adds a line with as many cells as the header. Control characters are shown as `?`.
    public void row(List<String> cells) {
        rows.add(cells.stream().map(cell -> cell.replaceAll("\\p{Cntrl}", "?")).toList());
    }

    @Override
    public String toString() {
        return rows.stream().map(this::line).collect(Collectors.joining("\n", "", "\n"));
    }

    private String line(List<String> cells) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> cells.get(column)
                        + " "
                                .repeat(Math.max(
                                        0, width(column) - cells.get(column).length())))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private int width(int column) {
        return rows.stream()
                .mapToInt(cells -> cells.get(column).length())
                .filter(length -> length <= MAX_WIDTH)
                .max()
                .orElse(0);
    }
}
