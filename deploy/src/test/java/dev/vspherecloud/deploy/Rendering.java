package dev.vspherecloud.deploy;

import dev.vspherecloud.testkit.servers.Manifest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The objects that Helm rendered from the chart with some values.
///
/// @param documents YAML, one object each, in the order of Helm; the first line names the template of the object
record Rendering(List<String> documents) {
    Rendering {
        documents = List.copyOf(documents);
    }

    static Rendering of(String text) {
        return new Rendering(Arrays.stream(("\n" + text).split("\n---\n"))
                .map(String::strip)
                .filter(document -> !document.isEmpty())
                .toList());
    }

    String text() {
        return "---\n" + String.join("\n---\n", documents) + "\n";
    }

    List<Manifest> objects() {
        return Manifest.parse(text());
    }

    List<Manifest> all(String kind) {
        return objects().stream()
                .filter(manifest -> manifest.kind().equals(kind))
                .toList();
    }

    Optional<Manifest> find(String kind) {
        return all(kind).stream().findFirst();
    }

    Manifest workload() {
        return find("DaemonSet").or(() -> find("Deployment")).orElseThrow();
    }
}
