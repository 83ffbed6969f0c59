package dev.vspherecloud.ccm.application;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The tables of `docs/reference/compatibility.md`: the tested minor versions, the calls, and the written fields.
public record CompatibilityPage(List<List<String>> rows) {
    /// One resource of the API.
    ///
    /// @param group with version, as in `coordination.k8s.io/v1`
    /// @param name  with the subresource, as in `nodes/status`
    public record Resource(String group, String name, Set<String> verbs) {
        /// Returns the discovery path of its group.
        public String discovery() {
            return (group.contains("/") ? "/apis/" : "/api/") + group;
        }

        /// Returns the calls with the names that the proxy uses: `watch nodes`.
        public Stream<String> calls() {
            return verbs.stream().map(verb -> verb + " " + name);
        }
    }

    public static CompatibilityPage read() {
        try {
            var lines = Files.readAllLines(Project.path("docs/reference/compatibility.md"));
            return new CompatibilityPage(lines.stream()
                    .filter(line -> line.startsWith("| "))
                    .map(CompatibilityPage::cells)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Resource> resources() {
        return rows.stream()
                .filter(row -> row.size() == 4 && row.getFirst().startsWith("`"))
                .map(row -> new Resource(
                        words(row.get(0)).getFirst(), words(row.get(1)).getFirst(), verbs(row.get(2))))
                .toList();
    }

    /// Returns the fields that the provider writes to objects of this kind.
    public Set<String> fields(String kind) {
        return rows.stream()
                .filter(row -> row.size() == 3 && row.getFirst().equals("`" + kind + "`"))
                .flatMap(row -> words(row.get(1)).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Returns true if the page says how this minor version, such as `1.36`, was tested.
    public boolean isShown(String minor) {
        return rows.stream().anyMatch(row -> row.size() == 2 && row.getFirst().equals(minor));
    }

    private static Set<String> verbs(String cell) {
        return Set.copyOf(words(cell));
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
    }

    private static List<String> words(String cell) {
        return List.of(cell.replace("`", "").split(" "));
    }
}
