package dev.vspherecloud.kubernetes.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// The kubeconfigs of the tests, and what is read in them in the terms of `tools/servers/kubeconfig`: hashes in
/// place of secrets, paths relative to the folder.
final class KubeconfigCorpus {
    static final Path FOLDER =
            Path.of("src", "test", "resources", "kubeconfigs").toAbsolutePath();
    private static final Path CLIENT_GO = FOLDER.resolveSibling("kubeconfigs-client-go.json");

    private KubeconfigCorpus() {}

    /// Returns the results of client-go by file name.
    static JsonNode clientGo() throws IOException {
        return DatabindJson.tree(Files.readAllBytes(CLIENT_GO));
    }

    /// Returns the result of this project. A missing file is an error; a refused file has `refused`.
    static JsonNode read(String file) throws IOException {
        try {
            return describe(file);
        } catch (KubeException e) {
            if (e.kind() == Kind.CONFIG_UNREADABLE && !Files.exists(FOLDER.resolve(file))) {
                throw e;
            }
            return DatabindJson.object().put("refused", true);
        }
    }

    /// Returns the error message for a refused file; empty for a file that is read.
    static String refusal(String file) throws IOException {
        try {
            describe(file);
            return "";
        } catch (KubeException e) {
            return e.getMessage();
        }
    }

    static ExecRequest request(String file) {
        var requests = new ArrayList<ExecRequest>();
        find(file, requests);
        return requests.getFirst();
    }

    /// Returns true if reading throws a [KubeException]. Any other exception is thrown to the caller.
    static boolean isRefused(String text) {
        Path file = FOLDER.resolve("damaged.yaml");
        try {
            Access access = new KubeconfigAccess(file, KubeconfigReader.parse(file, text), plugin(new ArrayList<>()))
                    .resolve("");
            access.identity().request().authorization();
            return false;
        } catch (KubeException e) {
            return true;
        }
    }

    private static PluginCredentials plugin(List<ExecRequest> requests) {
        var time = ManualTime.endless();
        return new PluginCredentials(time, time, request -> {
            requests.add(request);
            return new ExecCredential("from-the-plugin", "", "", Optional.empty());
        });
    }

    private static Access find(String file, List<ExecRequest> requests) {
        return new ClusterAccess(_ -> null, FOLDER, plugin(requests))
                .find(FOLDER.resolve(file).toString(), "");
    }

    private static JsonNode describe(String file) throws IOException {
        var requests = new ArrayList<ExecRequest>();
        Access access = find(file, requests);
        ApiClient.of(access).close();
        ObjectNode seen = DatabindJson.object();
        put(seen, "host", access.url());
        access.trust().caCertificate().ifPresent(pem -> putAll(seen, "ca", digests(ApiTls.certificates(pem))));
        access.identity()
                .certificate()
                .ifPresent(pair -> putAll(
                        seen,
                        "certificate",
                        digests(ApiTls.keyAndCertificate(pair).chain())));
        put(seen, "serverName", access.trust().serverName());
        if (access.trust().isInsecure()) {
            seen.put("insecure", true);
        }
        if (requests.isEmpty()) {
            putIdentity(seen, access.identity().request());
        }
        putImpersonation(seen, access.identity().impersonation());
        access.proxy()
                .ifPresent(proxy -> put(
                        seen,
                        "proxy",
                        "http://" + (proxy.login().isEmpty() ? "" : proxy.login() + "@") + proxy.host() + ":"
                                + proxy.port()));
        requests.forEach(request -> seen.set("exec", describe(request)));
        return normalised(seen);
    }

    private static void putIdentity(ObjectNode seen, RequestIdentity identity) throws IOException {
        switch (identity) {
            case RequestIdentity.Anonymous() -> {}
            case RequestIdentity.Token token -> put(seen, "token", digest(token.token()));
            case RequestIdentity.TokenFile(Path path, String instead) -> {
                put(
                        seen,
                        "token",
                        digest(instead.isEmpty() ? Files.readString(path).strip() : instead));
                put(seen, "tokenFile", FOLDER.relativize(path).toString());
            }
            case RequestIdentity.UserAndPassword(String user, String password) -> {
                put(seen, "user", user);
                put(seen, "password", password.isEmpty() ? "" : digest(password));
            }
        }
    }

    private static void putImpersonation(ObjectNode seen, Impersonation as) {
        put(seen, "as", as.user());
        put(seen, "asUid", as.uid());
        putAll(seen, "asGroups", as.groups());
        if (!as.extra().isEmpty()) {
            seen.set("asExtra", DatabindJson.from(as.extra()));
        }
    }

    private static ObjectNode describe(ExecRequest request) {
        KubeconfigFile.Plugin plugin = request.plugin();
        ObjectNode exec = DatabindJson.object();
        put(exec, "apiVersion", plugin.apiVersion());
        String command = request.command();
        put(
                exec,
                "command",
                command.startsWith(FOLDER + "/")
                        ? FOLDER.relativize(Path.of(command)).toString()
                        : command);
        putAll(exec, "args", plugin.arguments());
        putAll(
                exec,
                "env",
                plugin.variables().stream()
                        .map(each -> each.name() + "=" + each.value())
                        .toList());
        // client-go fills in the default of v1beta1.
        boolean isOld = plugin.apiVersion().endsWith("v1beta1");
        put(
                exec,
                "interactiveMode",
                plugin.interactiveMode().isEmpty() && isOld ? "IfAvailable" : plugin.interactiveMode());
        put(exec, "installHint", plugin.installHint());
        if (plugin.wantsCluster()) {
            exec.put("provideClusterInfo", true);
            JsonNode config = DatabindJson.tree(request.cluster().getBytes(StandardCharsets.UTF_8))
                    .path("config");
            if (!config.isMissingNode()) {
                exec.set("config", config);
            }
        }
        return exec;
    }

    /// Removes differences without an effect: slashes at the end of the URL, the default port of a proxy, and a
    /// plugin beside other credentials, which client-go never runs.
    static JsonNode normalised(JsonNode read) {
        ObjectNode normal = read.deepCopy() instanceof ObjectNode object ? object : DatabindJson.object();
        put(normal, "host", normal.path("host").asText("").replaceAll("/+$", ""));
        String proxy = normal.path("proxy").asText("");
        if (!proxy.isEmpty() && URI.create(proxy).getPort() < 0) {
            put(normal, "proxy", proxy + ":80");
        }
        if (normal.has("token") || normal.has("user") || normal.has("certificate")) {
            normal.remove("exec");
        }
        return normal;
    }

    private static List<String> digests(List<X509Certificate> certificates) {
        return certificates.stream().map(KubeconfigCorpus::digest).toList();
    }

    private static String digest(X509Certificate certificate) {
        try {
            return digest(certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String digest(String text) {
        return digest(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void put(ObjectNode node, String key, String value) {
        if (!value.isEmpty()) {
            node.put(key, value);
        }
    }

    private static void putAll(ObjectNode node, String key, List<String> values) {
        if (!values.isEmpty()) {
            ArrayNode array = node.putArray(key);
            values.forEach(array::add);
        }
    }
}
