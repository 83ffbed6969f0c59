package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A place where certificates or a key in PEM are stored.
sealed interface PemSource {
    /// Reads the current PEM text. Throws [KubeException] if it cannot be read.
    String text();

    /// Returns the place where the configuration has the text or names its file, for messages.
    String place();

    /// Returns the file that the text is read from; empty if there is no file.
    Optional<Path> file();

    /// A PEM text in the kubeconfig itself, or from a plugin.
    record Inline(String text, String place) implements PemSource {
        @Override
        public Optional<Path> file() {
            return Optional.empty();
        }

        /// Returns a text without the PEM text, which may be a key.
        @Override
        public String toString() {
            return "Inline[" + place + "]";
        }
    }

    /// A file with a PEM text.
    ///
    /// @param place where the configuration names the file
    record InFile(Path path, String place) implements PemSource {
        @Override
        public String text() {
            try {
                return Files.readString(path, StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw new KubeException(
                        Kind.CONFIG_UNREADABLE,
                        "the file \"%s\", which %s names, cannot be read; check that it exists, and check its permissions"
                                .formatted(path, place),
                        e);
            }
        }

        @Override
        public Optional<Path> file() {
            return Optional.of(path);
        }
    }
}
