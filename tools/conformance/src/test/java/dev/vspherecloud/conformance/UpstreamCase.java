package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One case of the tests of the Go program.
///
/// @param id    as in our notes on them, such as `N01`
/// @param area  the heading it stands under
/// @param given the situation
/// @param then  what follows there
/// @param remark what is otherwise here, or why nothing tests it; empty when it is the same
record UpstreamCase(String id, String area, String given, String then, String remark) {
    /// Whether there is nothing here that a test could show.
    boolean isWithoutTest() {
        return remark.startsWith("none: ");
    }

    static List<UpstreamCase> parse(List<String> lines) {
        var cases = new ArrayList<UpstreamCase>();
        String area = "";
        for (String line : lines) {
            if (line.startsWith("## ")) {
                area = line.substring(3);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.add(of(area, line));
            }
        }
        return List.copyOf(cases);
    }

    private static UpstreamCase of(String area, String line) {
        List<String> cells =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        if (cells.size() < 3 || cells.size() > 4) {
            throw new IllegalArgumentException("a case has an id, what is given, what follows, a remark: " + line);
        }
        String remark = cells.size() == 4 ? cells.get(3) : "";
        if (!remark.isEmpty() && !remark.matches("(none|differs): .+")) {
            throw new IllegalArgumentException("a remark begins with none or differs: " + line);
        }
        return new UpstreamCase(cells.get(0), area, cells.get(1), cells.get(2), remark);
    }
}
