package dev.vspherecloud.testkit.demo;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Draws Nodes as lines of equal columns.
///
/// @param zone in which times are shown
record NodeTable(AnsiColors ansiColors, ZoneId zone) {
    private static final List<String> HEAD =
            List.of("NODE", "VM", "PROVIDER ID", "ADDRESSES", "ZONE", "TYPE", "STATE", "SINCE");
    private static final int STATE = HEAD.indexOf("STATE");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.S", Locale.ROOT);

    List<String> lines(List<ObservedNode> nodes) {
        var rows = new ArrayList<List<String>>();
        rows.add(HEAD);
        nodes.forEach(observedNode -> rows.add(row(observedNode)));
        List<Integer> widths = widths(rows);
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private List<String> row(ObservedNode observedNode) {
        NodeView node = observedNode.node();
        return List.of(
                node.name(),
                dash(observedNode.vm()),
                dash(node.shortProviderId()),
                dash(node.addresses()),
                dash(node.zone()),
                dash(node.shortType()),
                node.state(),
                TIME.withZone(zone).format(observedNode.since()));
    }

    private static String dash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private static List<Integer> widths(List<List<String>> rows) {
        var widths = new ArrayList<Integer>();
        for (int column = 0; column < HEAD.size(); column++) {
            int at = column;
            widths.add(rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0));
        }
        return widths;
    }

    private String line(List<String> row, List<Integer> widths) {
        var line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(column == STATE ? coloured(cell) : cell);
            line.append(" ".repeat(widths.get(column) - cell.length() + 2));
        }
        return line.toString().stripTrailing();
    }

    private String coloured(String state) {
        return switch (state) {
            case "ready" -> ansiColors.good(state);
            case "tainted" -> ansiColors.waiting(state);
            default -> state;
        };
    }
}
