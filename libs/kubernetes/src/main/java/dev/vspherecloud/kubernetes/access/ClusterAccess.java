package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.Access.ApiIdentity;
import dev.vspherecloud.kubernetes.access.Access.ApiTrust;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Finds the API server and the credentials, in the same way as every controller. `--kubeconfig` comes first,
/// and `--master` overrides its server. Next comes `--master` alone, and last the service account of the Pod.
///
/// No other kubeconfig on the machine is read.
///
/// Rule from: client-go, clientcmd.BuildConfigFromFlags and rest.InClusterConfig.
///
/// @param environment returns the value of an environment variable, null if it is not set
/// @param account     the directory where Kubernetes mounts the service account
/// @param plugin      the credentials of the kubeconfig's exec plugin
record ClusterAccess(UnaryOperator<@Nullable String> environment, Path account, PluginCredentials plugin) {
    static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /// Finds the API server and the credentials.
    ///
    /// @param kubeconfig the path of the kubeconfig; empty if not given
    /// @param master     a URL or `host:port`; empty if not given
    Access find(String kubeconfig, String master) {
        if (!kubeconfig.isEmpty()) {
            Path file = Path.of(kubeconfig);
            return new KubeconfigAccess(file, KubeconfigReader.read(file), plugin).resolve(master);
        }
        return master.isEmpty()
                ? fromServiceAccount()
                : Access.anonymous(ApiUrl.parse(master).orElseThrow(() -> ApiUrl.invalidMaster(master)));
    }

    /// Returns true if this process runs in a Pod that has a service account.
    boolean hasServiceAccount() {
        return environment.apply("KUBERNETES_SERVICE_HOST") != null
                && environment.apply("KUBERNETES_SERVICE_PORT") != null
                && Files.isReadable(account.resolve("token"));
    }

    private Access fromServiceAccount() {
        String host = environment.apply("KUBERNETES_SERVICE_HOST");
        String port = environment.apply("KUBERNETES_SERVICE_PORT");
        Path token = account.resolve("token");
        if (host == null || port == null || !Files.isReadable(token)) {
            throw new KubeException(
                    Kind.CONFIG_UNREADABLE,
                    "found no service account at %s, which is needed without --kubeconfig; set --kubeconfig, or run in a Pod"
                            .formatted(account));
        }
        return new Access(
                "https://%s:%s".formatted(host.contains(":") ? "[" + host + "]" : host, port),
                ApiTrust.in(new PemSource.InFile(account.resolve("ca.crt"), "the service account")),
                ApiIdentity.of(new RequestIdentity.TokenFile(token, "")),
                Optional.empty());
    }
}
