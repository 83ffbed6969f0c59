package dev.vspherecloud.kubernetes;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Finds the API server and our credentials, as every controller does it: `--kubeconfig`, whose server `--master`
/// overrides; `--master` alone; else the service account of our Pod.
///
/// Only what these say counts: no other kubeconfig of the machine is looked for, and no variable of the client
/// library.
///
/// Rule from: client-go, clientcmd.BuildConfigFromFlags and rest.InClusterConfig.
///
/// @param environment looks up an environment variable, null when not set
/// @param account     the directory where Kubernetes mounts the service account
/// @param plugin      what the exec plugin of the kubeconfig gave
record ClusterAccess(UnaryOperator<@Nullable String> environment, Path account, PluginCredentials plugin) {
    static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /// @param kubeconfig a path, empty when not given
    /// @param master     a URL or `host:port`, empty when not given
    Config find(String kubeconfig, String master) {
        String url = master.isEmpty() || master.contains("://") ? master : "https://" + master;
        if (!kubeconfig.isEmpty()) {
            Config config = fromKubeconfig(Path.of(kubeconfig), url);
            checkUrl(config.getMasterUrl(), url.isEmpty() ? "the kubeconfig \"" + kubeconfig + "\"" : "--master");
            return config;
        }
        if (url.isEmpty()) {
            return fromServiceAccount();
        }
        checkUrl(url, "--master");
        Config config = Config.empty();
        config.setMasterUrl(url);
        return config;
    }

    private static void checkUrl(String url, String source) {
        try {
            var uri = new URI(url);
            if (uri.getHost() != null && Set.of("http", "https").contains(uri.getScheme())) {
                return;
            }
        } catch (URISyntaxException e) {
            // Said below, like every other URL that is none.
        }
        throw new KubeException(
                Kind.CONFIG_INVALID,
                "\"%s\", which %s gives, is no URL of an API server; one looks like https://10.0.0.1:6443"
                        .formatted(url, source));
    }

    private Config fromKubeconfig(Path file, String url) {
        checkReadable(file);
        io.fabric8.kubernetes.api.model.Config parsed = parse(file);
        NamedContext context = currentContext(file, parsed);
        if (url.isEmpty()) {
            checkCluster(file, parsed, context);
        } else {
            list(parsed.getClusters()).stream()
                    .filter(named -> named.getCluster() != null)
                    .forEach(named -> named.getCluster().setServer(url));
        }
        AuthInfo user = user(file, parsed, context);
        Config config = Config.empty();
        merge(file, config, parsed, user);
        if (!url.isEmpty()) {
            config.setMasterUrl(url);
        }
        if (user.getTokenFile() != null && !user.getTokenFile().isEmpty()) {
            useTokenFile(config, file.toAbsolutePath().resolveSibling(user.getTokenFile()));
        }
        return config;
    }

    private void merge(Path file, Config config, io.fabric8.kubernetes.api.model.Config parsed, AuthInfo user) {
        try {
            plugin.merge(user, config, () -> KubeConfigUtils.merge(config, null, parsed));
        } catch (KubernetesClientException e) {
            throw invalid(file, "it can't be used (" + e.getMessage() + ")");
        }
    }

    private static void checkReadable(Path file) {
        if (!Files.exists(file)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE, "there is no kubeconfig \"%s\"; check --kubeconfig".formatted(file));
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE,
                    "the kubeconfig \"%s\" can't be read; check that it is a file and its permissions".formatted(file));
        }
    }

    /// The parser throws what it likes, and its messages quote the file, credentials included: nothing is passed on.
    private static io.fabric8.kubernetes.api.model.Config parse(Path file) {
        try {
            return KubeConfigUtils.parseConfig(file.toFile());
        } catch (RuntimeException e) {
            throw invalid(file, "it is no YAML of kind Config");
        }
    }

    /// This and the next two name what the client library would silently do without.
    private static NamedContext currentContext(Path file, io.fabric8.kubernetes.api.model.Config parsed) {
        String current = parsed.getCurrentContext();
        if (current == null || current.isEmpty()) {
            throw invalid(file, "it names no current-context");
        }
        return list(parsed.getContexts()).stream()
                .filter(named -> current.equals(named.getName()) && named.getContext() != null)
                .findFirst()
                .orElseThrow(() -> invalid(file, "it has no context \"%s\", its current-context".formatted(current)));
    }

    private static void checkCluster(Path file, io.fabric8.kubernetes.api.model.Config parsed, NamedContext context) {
        String wanted = context.getContext().getCluster();
        boolean hasServer = list(parsed.getClusters()).stream()
                .filter(named -> Objects.equals(named.getName(), wanted) && named.getCluster() != null)
                .map(named -> named.getCluster().getServer())
                .anyMatch(server -> server != null && !server.isEmpty());
        if (!hasServer) {
            throw invalid(file, "it has no cluster \"%s\" with a server".formatted(wanted));
        }
    }

    private static AuthInfo user(Path file, io.fabric8.kubernetes.api.model.Config parsed, NamedContext context) {
        String wanted = context.getContext().getUser();
        return list(parsed.getUsers()).stream()
                .filter(named -> Objects.equals(named.getName(), wanted) && named.getUser() != null)
                .map(NamedAuthInfo::getUser)
                .findFirst()
                .orElseThrow(() -> invalid(file, "it has no user \"%s\"".formatted(wanted)));
    }

    /// Whether this process runs in a Pod that has a service account.
    boolean hasServiceAccount() {
        return environment.apply("KUBERNETES_SERVICE_HOST") != null
                && environment.apply("KUBERNETES_SERVICE_PORT") != null
                && Files.isReadable(account.resolve("token"));
    }

    private Config fromServiceAccount() {
        String host = environment.apply("KUBERNETES_SERVICE_HOST");
        String port = environment.apply("KUBERNETES_SERVICE_PORT");
        Path token = account.resolve("token");
        if (host == null || port == null || !Files.isReadable(token)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE,
                    "without --kubeconfig the service account of a Pod is used, and there is none at %s; give --kubeconfig, or run in a cluster"
                            .formatted(account));
        }
        Config config = Config.empty();
        config.setMasterUrl("https://%s:%s".formatted(host.contains(":") ? "[" + host + "]" : host, port));
        config.setCaCertFile(account.resolve("ca.crt").toString());
        useTokenFile(config, token);
        return config;
    }

    /// Kubernetes replaces the token in the file long before it expires, so it is read for each request.
    private static void useTokenFile(Config config, Path file) {
        config.setOauthTokenProvider(() -> {
            try {
                return Files.readString(file).strip();
            } catch (IOException e) {
                throw new KubeException(
                        Kind.CONFIG_UNREADABLE, "the token file \"%s\" can't be read".formatted(file), e);
            }
        });
    }

    private static <T> List<T> list(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static KubeException invalid(Path file, String why) {
        return new KubeException(
                Kind.CONFIG_INVALID,
                "the kubeconfig \"%s\" is not valid: %s; correct it, or name another with --kubeconfig"
                        .formatted(file, why));
    }
}
