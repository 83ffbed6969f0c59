package dev.vspherecloud.kubernetes;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
record ClusterAccess(UnaryOperator<@Nullable String> environment, Path account) {
    static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    Config find(String kubeconfig, String master) {
        Config config;
        if (!kubeconfig.isEmpty()) {
            config = fromKubeconfig(Path.of(kubeconfig), !master.isEmpty());
        } else if (!master.isEmpty()) {
            config = Config.empty();
        } else {
            config = fromServiceAccount();
        }
        if (!master.isEmpty()) {
            config.setMasterUrl(master.contains("://") ? master : "https://" + master);
        }
        checkUrl(config.getMasterUrl(), master.isEmpty() ? "the kubeconfig \"" + kubeconfig + "\"" : "--master");
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

    private static Config fromKubeconfig(Path file, boolean serverGiven) {
        checkReadable(file);
        io.fabric8.kubernetes.api.model.Config parsed = parse(file);
        AuthInfo user = check(file, parsed, serverGiven);
        try {
            Config config = Config.fromKubeconfig(file.toFile());
            String tokenFile = user.getTokenFile();
            if (tokenFile != null && !tokenFile.isEmpty()) {
                useTokenFile(config, file.toAbsolutePath().resolveSibling(tokenFile));
            }
            return config;
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

    /// The parser's message quotes the file, credentials included, so it is not passed on.
    private static io.fabric8.kubernetes.api.model.Config parse(Path file) {
        try {
            return KubeConfigUtils.parseConfig(file.toFile());
        } catch (KubernetesClientException | IllegalArgumentException | NullPointerException e) {
            throw invalid(file, "it is no YAML of kind Config");
        }
    }

    /// What the client library would silently do without. Answers the user of the current context.
    private static AuthInfo check(Path file, io.fabric8.kubernetes.api.model.Config parsed, boolean serverGiven) {
        String current = parsed.getCurrentContext();
        if (current == null || current.isEmpty()) {
            throw invalid(file, "it names no current-context");
        }
        var context = list(parsed.getContexts()).stream()
                .filter(named -> current.equals(named.getName()) && named.getContext() != null)
                .findFirst()
                .orElseThrow(() -> invalid(file, "it has no context \"%s\", its current-context".formatted(current)))
                .getContext();
        Optional<NamedCluster> cluster = list(parsed.getClusters()).stream()
                .filter(named -> Objects.equals(named.getName(), context.getCluster()))
                .filter(named -> named.getCluster() != null
                        && named.getCluster().getServer() != null
                        && !named.getCluster().getServer().isEmpty())
                .findFirst();
        if (cluster.isEmpty() && !serverGiven) {
            throw invalid(file, "it has no cluster \"%s\" with a server".formatted(context.getCluster()));
        }
        return list(parsed.getUsers()).stream()
                .filter(named -> Objects.equals(named.getName(), context.getUser()) && named.getUser() != null)
                .map(NamedAuthInfo::getUser)
                .findFirst()
                .orElseThrow(() -> invalid(file, "it has no user \"%s\"".formatted(context.getUser())));
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
        return list == null ? List.of() : new ArrayList<>(list);
    }

    private static KubeException invalid(Path file, String why) {
        return new KubeException(Kind.CONFIG_INVALID, "the kubeconfig \"%s\" is not valid: %s".formatted(file, why));
    }
}
