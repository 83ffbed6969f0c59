package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// How a request says who we are, besides a client certificate.
sealed interface RequestIdentity {
    /// The value of `Authorization` for the next request; empty for no such header. Throws [KubeException] when it
    /// can't be read.
    Optional<String> authorization();

    /// With a certificate, or not at all.
    record Unsaid() implements RequestIdentity {
        @Override
        public Optional<String> authorization() {
            return Optional.empty();
        }
    }

    record Token(String token, String place) implements RequestIdentity {
        @Override
        public Optional<String> authorization() {
            return bearer(token, place);
        }

        @Override
        public String toString() {
            return "Token[" + place + "]";
        }
    }

    /// Kubernetes replaces the token in the file long before it expires, so it is read for each request.
    ///
    /// @param instead what counts while the file can't be read or is empty; may be empty
    record TokenFile(Path file, String instead) implements RequestIdentity {
        @Override
        public Optional<String> authorization() {
            return bearer(token(), "the token file \"%s\"".formatted(file));
        }

        private String token() {
            try {
                String token =
                        Files.readString(file, StandardCharsets.ISO_8859_1).strip();
                return token.isEmpty() ? instead : token;
            } catch (IOException e) {
                if (!instead.isEmpty()) {
                    return instead;
                }
                throw new KubeException(
                        Kind.CONFIG_UNREADABLE, "the token file \"%s\" can't be read".formatted(file), e);
            }
        }

        @Override
        public String toString() {
            return "TokenFile[" + file + "]";
        }
    }

    record UserAndPassword(String user, String password) implements RequestIdentity {
        @Override
        public Optional<String> authorization() {
            byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
        }

        @Override
        public String toString() {
            return "UserAndPassword[]";
        }
    }

    private static Optional<String> bearer(String token, String place) {
        // The HTTP client refuses such a header with a message that quotes it.
        if (!token.chars().allMatch(each -> each > ' ' && each < 0x7f)) {
            throw new KubeException(
                    Kind.CONFIG_INVALID,
                    "%s holds a blank, a line break or another character that no token has; write the token alone"
                            .formatted(place));
        }
        return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
    }
}
