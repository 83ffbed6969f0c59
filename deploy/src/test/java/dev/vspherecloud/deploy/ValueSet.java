package dev.vspherecloud.deploy;

import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A realistic values file from `src/test/values`; its first line describes the case.
record ValueSet(String name, Path file) {
    private static final String SUFFIX = ".yaml";

    /// Returns all values files, sorted by name.
    static List<ValueSet> all() {
        try (Stream<Path> files = Files.list(Project.path("deploy/src/test/values"))) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .map(ValueSet::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ValueSet of(String name) {
        return of(Project.path("deploy/src/test/values/" + name + SUFFIX));
    }

    private static ValueSet of(Path file) {
        String name = file.getFileName().toString();
        return new ValueSet(name.substring(0, name.length() - SUFFIX.length()), file);
    }

    @Override
    public String toString() {
        return name;
    }
}
