package dev.vspherecloud.config;

import dev.vspherecloud.config.CredentialsSource.KubernetesSecret;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The credentials of one vCenter in a Kubernetes Secret that may hold those of several.
///
/// Two layouts, which may be mixed; the first that fits counts:
///
/// | layout | keys |
/// |---|---|
/// | dotted | `<server>.username`, `<server>.password` |
/// | indexed, for IPv6 literals, which a key cannot hold | `server_<id>`, `username_<id>`, `password_<id>` |
///
/// Values are taken as they are, but for one newline at the end. Other keys are of no interest.
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager. Differs: one stray key does not fail the others,
/// a newline is dropped in both layouts, and the server may be written with or without brackets.
public sealed interface SecretCredentials {
    /// @param user     never empty
    /// @param password never an empty text
    record Found(String user, Secret password) implements SecretCredentials {}

    /// The Secret holds no complete pair for the server. Nobody should log in.
    ///
    /// @param message names Secret, server, expected keys and the keys present, and what to do
    record Absent(String message) implements SecretCredentials {}

    /// Finds the credentials of a server.
    ///
    /// @param server as in the configuration, see [VcenterConfig#server()]
    /// @param data   the Secret's data, decoded from base64
    static SecretCredentials find(KubernetesSecret secret, String server, Map<String, byte[]> data) {
        var keys = new TreeMap<>(data);
        if (keys.containsKey(server + ".username") || keys.containsKey(server + ".password")) {
            return pair(secret, server, keys, server + ".username", server + ".password");
        }
        return keys.keySet().stream()
                .filter(key -> key.startsWith("server_"))
                .filter(key -> text(keys, key)
                        .map(String::strip)
                        .flatMap(Values::host)
                        .filter(server::equals)
                        .isPresent())
                .map(key -> key.substring("server_".length()))
                .findFirst()
                .map(id -> pair(secret, server, keys, "username_" + id, "password_" + id))
                .orElseGet(() -> new Absent("Secret %s has no credentials for vCenter %s: expected the keys %s and %s,"
                                .formatted(secret, server, server + ".username", server + ".password")
                        + " or server_<id>, username_<id> and password_<id>; found " + names(keys)
                        + "; add them to the Secret"));
    }

    private static SecretCredentials pair(
            KubernetesSecret secret, String server, Map<String, byte[]> keys, String userKey, String passwordKey) {
        String user = text(keys, userKey).orElse("");
        String password = text(keys, passwordKey).orElse("");
        if (user.isEmpty() || password.isEmpty()) {
            return new Absent(
                    "Secret %s has half of the credentials for vCenter %s: expected %s to be UTF-8 text and not"
                                    .formatted(secret, server, user.isEmpty() ? userKey : passwordKey)
                            + " empty; found " + names(keys) + "; correct the Secret");
        }
        if (isCertificate(user)) {
            return new Absent("Secret %s holds a certificate for vCenter %s: expected a user name in %s, since this"
                            .formatted(secret, server, userKey)
                    + " version cannot log in by certificate yet; put user and password there");
        }
        return new Found(user, Secret.of(password));
    }

    /// True for the PEM text that the Go program takes in place of a user name.
    static boolean isCertificate(String user) {
        return user.contains("-----BEGIN ");
    }

    private static Optional<String> text(Map<String, byte[]> data, String key) {
        try {
            byte[] value = data.getOrDefault(key, new byte[0]);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            return Optional.of(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String names(Map<String, byte[]> keys) {
        return keys.isEmpty()
                ? "no keys"
                : keys.keySet().stream().limit(20).collect(Collectors.joining(", ", "the keys ", ""));
    }
}
