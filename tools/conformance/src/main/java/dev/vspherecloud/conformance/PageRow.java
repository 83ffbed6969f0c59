package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A row of a table in a Markdown page, for tests that compare a page with the code or with a report.
///
/// @param section the text of the nearest heading above the table
/// @param cells without the blanks around them
public record PageRow(String section, List<String> cells) {
    public PageRow {
        cells = List.copyOf(cells);
    }

    /// Returns the rows of all tables of a page, without the header rows.
    ///
    /// @param page from the root of the project
    public static List<PageRow> of(String page) {
        return parse(Project.read(Project.path(page)));
    }

    /// Returns the rows of the tables in this section, at least one.
    public static List<PageRow> of(String page, String section) {
        List<PageRow> rows =
                of(page).stream().filter(row -> row.section.equals(section)).toList();
        if (rows.isEmpty()) {
            throw new IllegalStateException("%s has no table in a section \"%s\"".formatted(page, section));
        }
        return rows;
    }

    static List<PageRow> parse(String markdown) {
        var rows = new ArrayList<PageRow>();
        String section = "";
        boolean inBody = false;
        for (String line : markdown.lines().toList()) {
            if (line.startsWith("#")) {
                section = line.replaceFirst("^#+ ", "");
            }
            if (line.startsWith("|---")) {
                inBody = true;
            } else if (!line.startsWith("|")) {
                inBody = false;
            } else if (inBody) {
                rows.add(new PageRow(section, cells(line)));
            }
        }
        return List.copyOf(rows);
    }

    private static List<String> cells(String line) {
        String inner = line.substring(1, line.lastIndexOf('|'));
        return Arrays.stream(inner.split("\\|", -1)).map(String::strip).toList();
    }

    public String cell(int column) {
        return cells.get(column);
    }
}
