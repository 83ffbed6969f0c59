package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every API path in the code is on the compatibility page.
class ApiPathsTest {
    private static final String GROUP = "((?:[a-z0-9.]+/)?v[0-9][a-z0-9]*)";

    /// Matches `"/api/v1/nodes"`, `"/api/v1/namespaces/x/configmaps/y"` or `"/api/v1/namespaces", x, "events"`.
    private static final Pattern PATH = Pattern.compile(
            "\"/apis?/" + GROUP + "/(?:namespaces/[^/\"]+/)?([a-z]+)(?:/[^\"]*)?\"(?:,\\s*[^\",]+,\\s*\"([a-z]+)\")?");

    @Test
    void everyPathIsOnThePage() {
        Set<String> listed = CompatibilityPage.read().resources().stream()
                .map(resource -> resource.group() + " " + resource.name())
                .collect(Collectors.toSet());

        assertThat(listed).containsAll(paths());
    }

    @Test
    void aPathIsReadFromTheCodeInAllItsForms() {
        assertThat(paths()).contains("v1 nodes", "v1 events", "v1 configmaps", "coordination.k8s.io/v1 leases");
    }

    /// Kubernetes removes alpha and beta versions; this project uses only generally available ones.
    @Test
    void noPathIsAlphaOrBeta() {
        assertThat(paths()).noneMatch(path -> path.contains("alpha") || path.contains("beta"));
    }

    private static Set<String> paths() {
        var found = new TreeSet<String>();
        for (Path source : sources()) {
            PATH.matcher(text(source)).results().forEach(path -> {
                String resource = path.group(3) == null ? path.group(2) : path.group(3);
                found.add(path.group(1) + " " + resource);
            });
        }
        return found;
    }

    private static Set<Path> sources() {
        return Stream.of("libs/kubernetes", "ccm/cluster")
                .flatMap(module -> sources(Project.path(module + "/src/main/java")).stream())
                .collect(Collectors.toSet());
    }

    private static Set<Path> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
