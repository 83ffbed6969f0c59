package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Where certificates or a key in PEM are.
sealed interface PemSource {
    /// What is there now. Throws [KubeException] when it can't be read.
    String text();

    /// For messages.
    String place();

    /// The file that it is read from, if it is one.
    Optional<Path> file();

    /// In the kubeconfig itself, or from a plugin.
    record Inline(String text, String place) implements PemSource {
        @Override
        public Optional<Path> file() {
            return Optional.empty();
        }

        /// Without the text: it may be a key.
        @Override
        public String toString() {
            return "Inline[" + place + "]";
        }
    }

    /// @param place of the file's name
    record InFile(Path path, String place) implements PemSource {
        @Override
        public String text() {
            try {
                return Files.readString(path, StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw new KubeException(
                        Kind.CONFIG_UNREADABLE,
                        "the file \"%s\", which %s names, can't be read; check that it is there and its permissions"
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
