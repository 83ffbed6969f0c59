package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.Access.ApiIdentity;
import dev.vspherecloud.kubernetes.access.Access.ApiTrust;
import dev.vspherecloud.kubernetes.access.Access.ClientPair;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Cluster;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Context;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Pem;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Plugin;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.User;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Variable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;

/// Creates an access from the current context of a kubeconfig.
///
/// Rule from: client-go, tools/clientcmd (`ConfirmUsable`, `ClientConfig`, `ResolveLocalPaths`) and transport
/// (`TLSConfigFor`); docs/reference/kubeconfig.md lists the differences.
///
/// @param file   the path of the kubeconfig
/// @param plugin the credentials of the exec plugin in the kubeconfig
record KubeconfigAccess(Path file, KubeconfigFile kubeconfig, PluginCredentials plugin) {
    private static final String API_VERSIONS =
            "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1";
    private static final Set<String> MODES = Set.of("", "Never", "IfAvailable", "Always");

    /// Creates the access.
    ///
    /// @param master a URL or `host:port`, which overrides that in the kubeconfig; empty if not given
    Access resolve(String master) {
        String current = kubeconfig.currentContext();
        if (current.isEmpty()) {
            throw invalid("it names no current-context");
        }
        Context context = Optional.ofNullable(kubeconfig.contexts().get(current))
                .orElseThrow(() -> invalid("it has no context \"%s\", its current-context".formatted(current)));
        String clusterPlace = "clusters[\"%s\"].cluster".formatted(context.cluster());
        String userPlace = "users[\"%s\"].user".formatted(context.user());
        Cluster cluster = cluster(context, master);
        User user = user(context);
        check(user, userPlace);
        String url = master.isEmpty()
                ? ApiUrl.parse(cluster.server())
                        .orElseThrow(() -> invalid(clusterPlace
                                + ".server: found a value that is not the URL of an API server,"
                                + " expected one such as https://10.0.0.1:6443, without a user in it"))
                : ApiUrl.parse(master).orElseThrow(() -> ApiUrl.invalidMaster(master));
        var access = new Access(
                url,
                new ApiTrust(caCertificate(cluster, clusterPlace), cluster.isInsecure(), cluster.serverName()),
                new ApiIdentity(pair(user, userPlace), identity(user, userPlace), user.impersonation()),
                proxy(cluster, clusterPlace));
        return user.plugin().isPresent() && access.identity().isAnonymous()
                ? withPlugin(access, cluster, user.plugin().get())
                : access;
    }

    private Cluster cluster(Context context, String master) {
        Optional<Cluster> cluster = Optional.ofNullable(kubeconfig.clusters().get(context.cluster()));
        if (!master.isEmpty()) {
            return cluster.orElse(Cluster.EMPTY);
        }
        return cluster.filter(known -> !known.server().isEmpty())
                .orElseThrow(() -> invalid("it has no cluster \"%s\" with a server".formatted(context.cluster())));
    }

    private User user(Context context) {
        if (context.user().isEmpty()) {
            return User.ANONYMOUS;
        }
        return Optional.ofNullable(kubeconfig.users().get(context.user()))
                .orElseThrow(() -> invalid("it has no user \"%s\"".formatted(context.user())));
    }

    private void check(User user, String place) {
        if (user.hasAuthProvider()) {
            throw invalid(
                    place
                            + ".auth-provider: Kubernetes 1.26 removed it; use an exec plugin (users[].user.exec) of your cloud or of OpenID Connect");
        }
        if (!user.token().isEmpty()
                && !(user.name().isEmpty() && user.password().isEmpty())) {
            throw invalid(place
                    + ": found a token together with a user name or password, expected only one of them; remove one");
        }
        if (user.impersonation().lacksUser()) {
            throw invalid(place + ".as: found as-uid, as-groups or as-user-extra without it, expected a user name");
        }
        if (!user.impersonation().fitsHeaders()) {
            throw invalid(place
                    + ".as: found a control or non-ASCII character in it, as-uid, as-groups or"
                    + " as-user-extra, expected text that an HTTP header can hold");
        }
        if (user.plugin().isPresent()) {
            check(user.plugin().get());
        }
    }

    private void check(Plugin exec) {
        if (exec.command().isEmpty()) {
            throw invalid(exec.place() + ".command: found nothing, expected a program; set it");
        }
        if (!Set.of(API_VERSIONS.split(" or ")).contains(exec.apiVersion())) {
            throw invalid(exec.place()
                    + ".apiVersion: found another value or none, expected %s; use a plugin that supports one of them"
                            .formatted(API_VERSIONS));
        }
        if (exec.variables().stream().map(Variable::name).anyMatch(String::isEmpty)) {
            throw invalid(exec.place() + ".env: found a variable without a name; set the name");
        }
        if (!MODES.contains(exec.interactiveMode())) {
            throw invalid(
                    exec.place() + ".interactiveMode: found another value, expected Never, IfAvailable or Always");
        }
    }

    private Optional<PemSource> caCertificate(Cluster cluster, String place) {
        Optional<PemSource> caCertificate = source(cluster.caCertificate(), place + ".certificate-authority");
        if (caCertificate.isPresent() && cluster.isInsecure()) {
            throw invalid(place
                    + ".insecure-skip-tls-verify: found true together with certificate-authority, expected only"
                    + " one of them; remove insecure-skip-tls-verify");
        }
        return caCertificate;
    }

    private Optional<ClientPair> pair(User user, String place) {
        Optional<PemSource> certificate = source(user.certificate(), place + ".client-certificate");
        if (certificate.isEmpty()) {
            return Optional.empty();
        }
        PemSource key = source(user.key(), place + ".client-key")
                .orElseThrow(() ->
                        invalid(place + ".client-key: found nothing, expected the key of client-certificate; add it"));
        return Optional.of(new ClientPair(certificate.get(), key));
    }

    private Optional<PemSource> source(Pem pem, String place) {
        if (!pem.file().isEmpty() && !pem.text().isEmpty()) {
            throw invalid(
                    "%s: found together with %s-data, expected only one of them; remove one".formatted(place, place));
        }
        String origin = " of the kubeconfig \"%s\"".formatted(file);
        if (!pem.file().isEmpty()) {
            return Optional.of(new PemSource.InFile(resolvePath(pem.file()), place + origin));
        }
        return pem.text().isEmpty()
                ? Optional.empty()
                : Optional.of(new PemSource.Inline(pem.text(), place + "-data" + origin));
    }

    private RequestIdentity identity(User user, String place) {
        if (!user.tokenFile().isEmpty()) {
            return tokenFile(resolvePath(user.tokenFile()), user.token());
        }
        if (!user.token().isEmpty()) {
            return new RequestIdentity.Token(user.token(), "the kubeconfig \"%s\", %s.token".formatted(file, place));
        }
        return user.name().isEmpty() && user.password().isEmpty()
                ? new RequestIdentity.Anonymous()
                : new RequestIdentity.UserAndPassword(user.name(), user.password());
    }

    private static RequestIdentity tokenFile(Path path, String instead) {
        if (instead.isEmpty() && !Files.isReadable(path)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE,
                    "the token file \"%s\" cannot be read; check that it exists, and check its permissions"
                            .formatted(path));
        }
        return new RequestIdentity.TokenFile(path, instead);
    }

    private Optional<ApiProxyUrl> proxy(Cluster cluster, String place) {
        if (cluster.proxyUrl().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ApiProxyUrl.parse(cluster.proxyUrl())
                .orElseThrow(() -> invalid(place
                        + ".proxy-url: found another form, expected http://host:port"
                        + " (HTTPS and SOCKS proxies are not supported)")));
    }

    private Access withPlugin(Access access, Cluster cluster, Plugin exec) {
        String command =
                exec.command().contains("/") ? resolvePath(exec.command()).toString() : exec.command();
        String json = exec.wantsCluster() ? clusterJson(access, cluster) : "";
        ExecCredential given = plugin.get(new ExecRequest(file, exec, command, json));
        String place = "the output of the exec plugin of the kubeconfig \"%s\" (%s)".formatted(file, exec.place());
        Optional<ClientPair> pair = given.certificatePem().isEmpty()
                ? Optional.empty()
                : Optional.of(new ClientPair(
                        new PemSource.Inline(given.certificatePem(), place),
                        new PemSource.Inline(given.keyPem(), place)));
        RequestIdentity identity = given.token().isEmpty()
                ? new RequestIdentity.Anonymous()
                : new RequestIdentity.Token(given.token(), place);
        return new Access(
                access.url(),
                access.trust(),
                new ApiIdentity(pair, identity, access.identity().impersonation()),
                access.proxy());
    }

    /// Returns the cluster's settings for the exec plugin, as JSON.
    ///
    /// Rule from: client-go, rest/exec.go (`ConfigToExecCluster`).
    private static String clusterJson(Access access, Cluster cluster) {
        var json = new LinkedHashMap<String, Json>();
        json.put("server", Json.of(access.url()));
        if (!cluster.serverName().isEmpty()) {
            json.put("tls-server-name", Json.of(cluster.serverName()));
        }
        if (cluster.isInsecure()) {
            json.put("insecure-skip-tls-verify", Json.of(true));
        }
        access.trust()
                .caCertificate()
                .ifPresent(caCertificate -> json.put(
                        "certificate-authority-data",
                        Json.of(Base64.getEncoder()
                                .encodeToString(caCertificate.text().getBytes(StandardCharsets.ISO_8859_1)))));
        if (!cluster.proxyUrl().isEmpty()) {
            json.put("proxy-url", Json.of(cluster.proxyUrl()));
        }
        if (cluster.hasCompressionDisabled()) {
            json.put("disable-compression", Json.of(true));
        }
        cluster.execConfig().ifPresent(config -> json.put("config", config));
        return Json.object(json).toString();
    }

    /// Resolves a file name. Relative names are relative to the directory of the kubeconfig.
    private Path resolvePath(String name) {
        return file.toAbsolutePath().resolveSibling(name).normalize();
    }

    private KubeException invalid(String why) {
        return KubeconfigNode.invalid(file, why);
    }
}
