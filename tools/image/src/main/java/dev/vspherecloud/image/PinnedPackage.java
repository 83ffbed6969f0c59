package dev.vspherecloud.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A package of another project that goes into the image of an architecture that this machine does not have. One line
/// of `tools/release/arm64.lock`.
///
/// @param kind   `deb` or `pypi`
/// @param sha256 of the file that was downloaded
record PinnedPackage(String kind, String name, String version, String sha256) {
    private static final int FIELDS = 4;

    static List<PinnedPackage> read(Path lock) throws IOException {
        return Files.readAllLines(lock).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> parse(lock, line))
                .toList();
    }

    private static PinnedPackage parse(Path lock, String line) {
        String[] fields = line.split(" +");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(
                    "%s: found \"%s\", expected four fields: kind, name, version and SHA-256".formatted(lock, line));
        }
        return new PinnedPackage(fields[0], fields[1], fields[2], fields[3]);
    }

    /// Returns a package URL, by which scanners identify it.
    String url() {
        String encoded = version.replace("+", "%2B");
        return kind.equals("deb")
                ? "pkg:deb/debian/%s@%s?arch=arm64".formatted(name, encoded)
                : "pkg:%s/%s@%s".formatted(kind, name, encoded);
    }
}
