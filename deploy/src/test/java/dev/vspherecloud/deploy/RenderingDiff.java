package dev.vspherecloud.deploy;

import dev.vspherecloud.testkit.servers.Manifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Compares two renderings of the chart: for each object, the lines that are removed and those that are added.
///
/// Above each change stand the lines that begin the YAML blocks around it, so that a change can be understood alone.
final class RenderingDiff {
    private RenderingDiff() {}

    static String between(Rendering before, Rendering after) {
        Map<String, String> old = byName(before);
        Map<String, String> now = byName(after);
        var text = new StringBuilder();
        old.forEach((name, document) -> {
            if (!now.containsKey(name)) {
                text.append("gone: ").append(name).append("\n\n");
            }
        });
        now.forEach((name, document) -> text.append(entry(name, old.getOrDefault(name, ""), document)));
        return text.isEmpty() ? "nothing\n" : text.toString().stripTrailing() + "\n";
    }

    private static String entry(String name, String old, String now) {
        if (old.equals(now)) {
            return "";
        }
        String title = (old.isEmpty() ? "new: " : "changed: ") + name + "\n";
        return title + String.join("\n", lines(old.lines().toList(), now.lines().toList())) + "\n\n";
    }

    private static List<String> lines(List<String> old, List<String> now) {
        int[][] common = common(old, now);
        var changes = new ArrayList<String>();
        var above = new Above(changes);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                above.pass(now.get(j++));
                i++;
            } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
                above.change("-", old.get(i++));
            } else {
                above.change("+", now.get(j++));
            }
        }
        return changes;
    }

    /// Returns for each pair of lines the length of the longest common subsequence from there to the ends.
    private static int[][] common(List<String> old, List<String> now) {
        var common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static Map<String, String> byName(Rendering rendering) {
        var documents = new LinkedHashMap<String, String>();
        for (String document : rendering.documents()) {
            documents.put(Manifest.parse(document).getFirst().toString(), document);
        }
        return documents;
    }

    /// Writes the first lines of the YAML blocks around a changed line, each once.
    private static final class Above {
        private final List<String> changes;
        private final List<String> blocks = new ArrayList<>();
        private final List<String> written = new ArrayList<>();

        Above(List<String> changes) {
            this.changes = changes;
        }

        void pass(String line) {
            leave(depth(line));
            blocks.add(line);
        }

        void change(String sign, String line) {
            leave(depth(line));
            for (String block : blocks) {
                if (!written.contains(block)) {
                    changes.add("  " + block);
                    written.add(block);
                }
            }
            changes.add(sign + " " + line);
        }

        private void leave(int depth) {
            while (!blocks.isEmpty() && depth(blocks.getLast()) >= depth) {
                written.remove(blocks.removeLast());
            }
        }

        private static int depth(String line) {
            return line.length() - line.stripLeading().length();
        }
    }
}
