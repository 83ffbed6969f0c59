package dev.vspherecloud.config.credentials;

import java.util.Optional;

/// The meaning of a key of a Secret, or of a file of a directory, by its name.
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager, parseConfig. Differs: the dot before
/// `username` and the other parts is required, so `mypassword` is no server.
sealed interface CredentialKey {
    /// `<server>.username` and the other parts.
    record Dotted(String server, Part part) implements CredentialKey {}

    /// `server_<id>` and the other parts, for IPv6 literals, which a Secret's key cannot contain.
    record Indexed(String id, Part part) implements CredentialKey {}

    /// The part of the credentials.
    enum Part {
        SERVER("server"),
        USER("username"),
        PASSWORD("password"),
        SESSION_URL("vc-session-manager-url"),
        SESSION_TOKEN("vc-session-manager-token");

        private final String text;

        Part(String word) {
            this.text = word;
        }

        String keyFor(String server) {
            return server + "." + text;
        }

        String indexed(String id) {
            return text + "_" + id;
        }

        private boolean isDotted() {
            return this != SERVER;
        }

        private boolean isIndexed() {
            return this == SERVER || this == USER || this == PASSWORD;
        }
    }

    /// Parses the name; empty if no credentials have such a key.
    static Optional<CredentialKey> parse(String key) {
        for (Part part : Part.values()) {
            String end = part.keyFor("");
            if (part.isDotted() && key.endsWith(end) && key.length() > end.length()) {
                return Optional.of(new Dotted(key.substring(0, key.length() - end.length()), part));
            }
        }
        for (Part part : Part.values()) {
            String beginning = part.indexed("");
            if (part.isIndexed() && key.startsWith(beginning) && key.length() > beginning.length()) {
                return Optional.of(new Indexed(key.substring(beginning.length()), part));
            }
        }
        return Optional.empty();
    }
}
