package dev.vspherecloud.config.credentials;

import java.util.Optional;

/// The meaning of a key in the data of a Secret, or of a file name in a directory of credentials.
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager, parseConfig. Differs: a dot before
/// `username` and the other parts is required, so `mypassword` does not belong to a server `my`.
sealed interface CredentialKey {
    /// A key that contains the server: `<server>.username`, `<server>.password` and so on.
    record Dotted(String server, Part part) implements CredentialKey {}

    /// A key with an id: `server_<id>`, `username_<id>` and so on. This layout exists for IPv6 addresses, which
    /// the key of a Secret cannot contain.
    record Indexed(String id, Part part) implements CredentialKey {}

    /// The part of the credentials that the value of a key contains.
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

    /// Parses the name of a key; empty if the name does not belong to credentials.
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
