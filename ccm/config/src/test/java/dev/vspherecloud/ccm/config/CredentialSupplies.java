package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.config.CredentialSupply.Expectation;
import dev.vspherecloud.ccm.config.CredentialSupply.TransferResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.credentials.SecretCredentials;
import dev.vspherecloud.config.credentials.SecretsDirectory;
import dev.vspherecloud.text.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/// All sources of credentials that users have.
final class CredentialSupplies {
    private static final String INDENT = "vcenter:\n  vc:\n    server: vc\n";

    private CredentialSupplies() {}

    static List<CredentialSupply> all(Path directory) {
        return List.of(
                new CredentialSupply(
                        "YAML, single quotes",
                        CredentialSupplies::singleQuoted,
                        (user, password) ->
                                yaml("'" + user.replace("'", "''") + "'", "'" + password.replace("'", "''") + "'")),
                new CredentialSupply(
                        "YAML, double quotes",
                        CredentialSupplies::given,
                        (user, password) -> yaml(escaped(user), escaped(password))),
                new CredentialSupply(
                        "YAML, as a library writes it", CredentialSupplies::dumped, CredentialSupplies::dump),
                new CredentialSupply(
                        "INI, double quotes",
                        CredentialSupplies::ini,
                        (user, password) -> inline(
                                "[VirtualCenter \"vc\"]\nuser = " + gcfg(user) + "\npassword = " + gcfg(password)
                                        + "\n",
                                Map.of())),
                new CredentialSupply(
                        "environment, of global",
                        CredentialSupplies::variable,
                        (user, password) -> inline(
                                "global:\n  environmentOverrides: true\n" + INDENT,
                                Map.of("VSPHERE_USER", user, "VSPHERE_PASSWORD", password))),
                new CredentialSupply(
                        "environment, of one vCenter",
                        CredentialSupplies::variable,
                        (user, password) -> inline(
                                "global:\n  environmentOverrides: true\n",
                                Map.of(
                                        "VSPHERE_VCENTER_A",
                                        "vc",
                                        "VCENTER_A_USERNAME",
                                        user,
                                        "VCENTER_A_PASSWORD",
                                        password))),
                new CredentialSupply(
                        "Secret, dotted",
                        CredentialSupplies::secret,
                        (user, password) -> found(CredentialSet.of(
                                "Secret", Map.of("vc.username", bytes(user), "vc.password", bytes(password))))),
                new CredentialSupply(
                        "Secret, indexed",
                        CredentialSupplies::secret,
                        (user, password) -> found(CredentialSet.of(
                                "Secret",
                                Map.of(
                                        "server_1",
                                        bytes("vc"),
                                        "username_1",
                                        bytes(user),
                                        "password_1",
                                        bytes(password))))),
                new CredentialSupply(
                        "files of a directory",
                        CredentialSupplies::secret,
                        (user, password) -> files(directory, user, password)));
    }

    // Capabilities of each format, by its own rules

    /// A configuration treats a blank text as missing.
    private static Expectation given(String text) {
        return text.isBlank() ? Expectation.REFUSED : Expectation.ARRIVES;
    }

    /// YAML 1.1 folds line breaks between single quotes, and has five kinds of them.
    private static Expectation singleQuoted(String text) {
        return text.contains("\n") ? Expectation.INEXPRESSIBLE : dumped(text);
    }

    /// YAML 1.1 allows unprintable characters only between double quotes. The library writes four of the line
    /// breaks unescaped, so they are folded.
    private static Expectation dumped(String text) {
        boolean folds = text.chars().anyMatch(c -> "\r\u0085\u2028\u2029".indexOf(c) >= 0);
        boolean prints = text.codePoints().allMatch(CredentialSupplies::isPrintable);
        return folds ? Expectation.INEXPRESSIBLE : prints ? given(text) : Expectation.REFUSED;
    }

    private static boolean isPrintable(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || c == 0x85
                || (c >= 0x20 && c <= 0x7e)
                || (c >= 0xa0 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c >= 0x10000;
    }

    /// gcfg has no escape for a carriage return, and drops an unescaped one.
    private static Expectation ini(String text) {
        return text.contains("\r")
                ? Expectation.INEXPRESSIBLE
                : text.contains("\0") ? Expectation.REFUSED : given(text);
    }

    private static Expectation variable(String text) {
        return text.contains("\0") ? Expectation.INEXPRESSIBLE : given(text);
    }

    private static Expectation secret(String text) {
        return text.isEmpty() || !text.codePoints().allMatch(CredentialSupplies::isXml)
                ? Expectation.REFUSED
                : Expectation.ARRIVES;
    }

    private static boolean isXml(int c) {
        return isPrintable(c) || (c >= 0x7f && c < 0xa0);
    }

    // Writing

    private static TransferResult yaml(String user, String password) {
        return inline(INDENT + "    user: " + user + "\n    password: " + password + "\n", Map.of());
    }

    private static TransferResult dump(String user, String password) {
        return inline(
                new Yaml()
                        .dump(Map.of(
                                "vcenter", Map.of("vc", Map.of("server", "vc", "user", user, "password", password)))),
                Map.of());
    }

    private static String escaped(String text) {
        return text.codePoints()
                .mapToObj(c -> c == '"' || c == '\\'
                        ? "\\" + (char) c
                        : isPrintable(c) && c != '\n' && c != '\r' && c != 0x85 && c != 0x2028 && c != 0x2029
                                ? Character.toString(c)
                                : "\\u%04x".formatted(c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    private static String gcfg(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + '"';
    }

    /// Adds a newline to a text that ends in one, since the reader drops the last newline.
    private static byte[] bytes(String text) {
        return (text.endsWith("\n") ? text + "\n" : text).getBytes(StandardCharsets.UTF_8);
    }

    // Reading

    private static TransferResult inline(String text, Map<String, String> environment) {
        return switch (Reading.read(text, environment)) {
            case ConfigResult.Accepted(CloudConfig config, var _) ->
                switch (config.vcenters().getFirst().credentials()) {
                    case CredentialsSource.Inline(String user, Secret password) ->
                        new TransferResult.Arrived(user, password.reveal());
                    case CredentialsSource other -> throw new AssertionError(other);
                };
            case ConfigResult.Rejected(var problems) ->
                new TransferResult.Refused(problems.stream()
                        .filter(Problem::isError)
                        .map(Problem::toString)
                        .collect(Collectors.joining("\n")));
        };
    }

    private static TransferResult files(Path directory, String user, String password) {
        try {
            Files.write(directory.resolve("vc.username"), bytes(user));
            Files.write(directory.resolve("vc.password"), bytes(password));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return switch (SecretsDirectory.read(directory)) {
            case SecretsDirectory.ReadResult.Contents(CredentialSet credentials) -> found(credentials);
            case SecretsDirectory.ReadResult.Unreadable(String why) -> throw new AssertionError(why);
        };
    }

    private static TransferResult found(CredentialSet set) {
        return switch (set.find("vc")) {
            case SecretCredentials.Found(String user, Secret password) ->
                new TransferResult.Arrived(user, password.reveal());
            case SecretCredentials.Unusable(String message) -> new TransferResult.Refused(message);
            case SecretCredentials other -> throw new AssertionError(other);
        };
    }
}
