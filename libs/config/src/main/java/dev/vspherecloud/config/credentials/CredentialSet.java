package dev.vspherecloud.config.credentials;

import static dev.vspherecloud.config.credentials.CredentialKey.Part.PASSWORD;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SERVER;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_TOKEN;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.SESSION_URL;
import static dev.vspherecloud.config.credentials.CredentialKey.Part.USER;
import static dev.vspherecloud.config.credentials.CredentialTexts.printableKey;

import dev.vspherecloud.config.credentials.CredentialKey.Dotted;
import dev.vspherecloud.config.credentials.CredentialKey.Indexed;
import dev.vspherecloud.config.credentials.CredentialKey.Part;
import dev.vspherecloud.text.Secret;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The credentials of any number of vCenters: the data of a Kubernetes Secret, or the files of a directory.
///
/// There are two layouts, which may be mixed. If a server is in both, the indexed layout counts:
///
/// | layout | keys |
/// |---|---|
/// | dotted | `<server>.username`, `<server>.password` |
/// | indexed, for IPv6 literals, which no Secret key can hold | `server_<id>`, `username_<id>`, `password_<id>` |
///
/// Values are used unchanged, except that one newline at the end is removed (a line feed; a carriage return
/// stays). A server is found by its exact text first, then in any spelling of the same host. An invalid entry
/// does not affect the others: it is among the [#warnings].
///
/// Rule from: cloud-provider-vsphere, pkg/common/credentialmanager, parseConfig. It differs in four points.
/// There, one unknown key or an incomplete entry fails the first read of all entries. The newline stays in the
/// indexed layout. Hosts are compared by their text alone. A server that was removed stays.
///
/// Two sets are equal if their origins, texts and errors are equal.
public final class CredentialSet {
    /// The names of the keys that contain the user and the password of one server.
    record Pair(String server, String userKey, String passwordKey) {}

    private final CredentialTexts texts;
    private final List<Pair> pairs;

    private CredentialSet(CredentialTexts texts) {
        this.texts = texts;
        this.pairs = Stream.concat(indexed(texts), dotted(texts)).toList();
    }

    /// Creates the credentials from the data of a Secret.
    ///
    /// @param origin the Secret, for messages: for example `Secret kube-system/vcenter`
    /// @param data the data of the Secret, decoded from base64
    public static CredentialSet of(String origin, Map<String, byte[]> data) {
        return of(origin, data, Map.of());
    }

    /// Creates the credentials from values and from keys whose values could not be read.
    ///
    /// @param errors the keys without a readable value, each with the reason, for example `cannot be read
    ///     (...)`
    static CredentialSet of(String origin, Map<String, byte[]> data, Map<String, String> errors) {
        return new CredentialSet(CredentialTexts.decode(origin, data, errors));
    }

    private static Stream<Pair> indexed(CredentialTexts texts) {
        return texts.parsed(Indexed.class)
                .filter(key -> key.part() == SERVER
                        && !texts.text(SERVER.indexed(key.id())).isBlank())
                .map(key -> new Pair(
                        texts.text(SERVER.indexed(key.id())).strip(),
                        USER.indexed(key.id()),
                        PASSWORD.indexed(key.id())));
    }

    private static Stream<Pair> dotted(CredentialTexts texts) {
        return texts.parsed(Dotted.class)
                .filter(key -> key.part() == USER || key.part() == PASSWORD)
                .map(Dotted::server)
                .distinct()
                .map(server -> new Pair(server, USER.keyFor(server), PASSWORD.keyFor(server)));
    }

    /// Returns the Secret or directory for messages, for example `Secret kube-system/vcenter`.
    public String origin() {
        return texts.origin();
    }

    /// Returns the problems of all entries as sentences that show keys and no values; empty if there are none.
    /// The entries of all servers are checked.
    public List<String> warnings() {
        return new CredentialWarnings(texts, pairs).all();
    }

    /// Returns the credentials of a server.
    ///
    /// @param server a host name or an address as in the configuration, without brackets
    public SecretCredentials find(String server) {
        Optional<String> manager = sessionKey(SESSION_URL, server);
        if (manager.isPresent()) {
            return sessionManager(server, manager.get());
        }
        List<SecretCredentials> results = pairs.stream()
                .filter(pair -> SameHost.test(pair.server(), server))
                .sorted(Comparator.comparing(pair -> !pair.server().equals(server)))
                .map(pair -> credentialsOf(pair, server))
                .toList();
        return results.stream()
                .filter(credentials -> !(credentials instanceof SecretCredentials.Unusable))
                .findFirst()
                .or(() -> sessionKey(SESSION_TOKEN, server).map(key -> sessionManager(server, key)))
                .or(() -> results.stream().findFirst())
                .orElseGet(() -> notFound(server));
    }

    private Optional<String> sessionKey(Part part, String server) {
        return texts.parsed(Dotted.class)
                .filter(key -> key.part() == part && SameHost.test(key.server(), server))
                .map(key -> part.keyFor(key.server()))
                .filter(key -> !texts.text(key).isEmpty())
                .findFirst();
    }

    private SecretCredentials credentialsOf(Pair pair, String server) {
        String user = texts.text(pair.userKey());
        String password = texts.text(pair.passwordKey());
        if (isUnusable(user) || isUnusable(password)) {
            return incomplete(pair, server);
        }
        return SecretCredentials.isCertificate(user)
                ? certificate(pair, server)
                : new SecretCredentials.Found(user, new Secret(password));
    }

    private static boolean isUnusable(String text) {
        return text.isEmpty() || !SecretCredentials.canBeSent(text);
    }

    private SecretCredentials incomplete(Pair pair, String server) {
        String faults = Stream.of(pair.userKey(), pair.passwordKey())
                .filter(key -> isUnusable(texts.text(key)))
                .map(key -> printableKey(key) + " " + texts.errorOf(key))
                .collect(Collectors.joining(", "));
        return new SecretCredentials.Unusable("%s has no complete credentials for vCenter %s: %s; found %s; correct it"
                .formatted(origin(), server, faults, texts.foundText()));
    }

    private SecretCredentials certificate(Pair pair, String server) {
        return new SecretCredentials.Unsupported(
                "%s holds a certificate for vCenter %s: login by certificate is not supported by this version;"
                                .formatted(origin(), server)
                        + " put a user name into %s and its password into %s"
                                .formatted(printableKey(pair.userKey()), printableKey(pair.passwordKey())));
    }

    private SecretCredentials sessionManager(String server, String key) {
        return new SecretCredentials.Unsupported(
                "%s holds %s: login through a session manager is not supported by this version;"
                                .formatted(origin(), printableKey(key))
                        + " put user and password of vCenter %s there instead".formatted(server));
    }

    /// Returns the result for a server that has no entry. If a value could not be read, or there are no values
    /// at all, the server does not count as removed.
    private SecretCredentials notFound(String server) {
        String message = "%s has no credentials for vCenter %s: expected the keys %s and %s,"
                        .formatted(origin(), server, USER.keyFor(server), PASSWORD.keyFor(server))
                + " or server_<id>, username_<id> and password_<id>; found %s; add them".formatted(texts.foundText());
        boolean mayBeHidden = texts.parsed(Indexed.class)
                .anyMatch(key -> key.part() == SERVER && texts.errors().containsKey(SERVER.indexed(key.id())));
        return mayBeHidden || texts.keys().isEmpty()
                ? new SecretCredentials.Unusable(message)
                : new SecretCredentials.Absent(message);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CredentialSet set && texts.equals(set.texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
