package dev.vspherecloud.kubernetes.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The files from which an access to the API server was created, with digests of their content.
///
/// The files are compared by content and not by time: Kubernetes replaces mounted files behind symbolic links.
///
/// @param digests a digest of each file, empty for a file that cannot be read
record AccessFiles(Map<Path, String> digests) {
    AccessFiles {
        digests = Map.copyOf(digests);
    }

    /// Reads the files of an access.
    ///
    /// @param kubeconfig the path of the kubeconfig; empty if there is none
    static AccessFiles of(Access access, String kubeconfig) {
        Stream<Path> own = kubeconfig.isEmpty() ? Stream.empty() : Stream.of(Path.of(kubeconfig));
        return read(Stream.concat(own, access.files().stream()).collect(Collectors.toSet()));
    }

    private static AccessFiles read(Collection<Path> files) {
        var digests = new TreeMap<Path, String>();
        files.forEach(file -> digests.put(file, digest(file)));
        return new AccessFiles(digests);
    }

    boolean areUnchanged() {
        return read(digests.keySet()).equals(this);
    }

    private static String digest(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            return "";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return digests.keySet().stream().map(Path::toString).sorted().collect(Collectors.joining(", "));
    }
}
