package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// The credentials that a request carries in the header `Authorization`, in addition to a client certificate.
sealed interface RequestIdentity {
    /// Returns the value of `Authorization` for the next request; empty for no such header. Throws
    /// [KubeException] if the token cannot be read.
    Optional<String> authorization();

    /// No header is sent: the client certificate authenticates the request, or nothing does.
    record Anonymous() implements RequestIdentity {
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

    /// A token in a file. Kubernetes replaces it long before it expires, so it is read for each request.
    ///
    /// @param instead the token to use while the file cannot be read or is empty; may be empty
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
                        Kind.CONFIG_UNREADABLE,
                        "the token file \"%s\" cannot be read; check that it exists, and check its permissions"
                                .formatted(file),
                        e);
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
        // The HTTP client would refuse an invalid header with a message that quotes the token.
        if (!token.chars().allMatch(each -> each > ' ' && each < 0x7f)) {
            throw new KubeException(
                    Kind.CONFIG_INVALID,
                    "%s contains a space, a line break or another character that a token cannot have; write only the token there"
                            .formatted(place));
        }
        return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
    }
}
