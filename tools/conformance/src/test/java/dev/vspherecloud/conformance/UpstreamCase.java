package dev.vspherecloud.conformance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One case of the tests of cloud-provider-vsphere (Go).
///
/// @param id    the ID in `cases.txt`, such as `N01`
/// @param area  the heading above it
/// @param given the situation
/// @param then  the behaviour of cloud-provider-vsphere (Go)
/// @param remark how this project differs, or why no test shows the case; empty if the behaviour is the same
record UpstreamCase(String id, String area, String given, String then, String remark) {
    /// Returns true if no test can show this case in this project.
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
