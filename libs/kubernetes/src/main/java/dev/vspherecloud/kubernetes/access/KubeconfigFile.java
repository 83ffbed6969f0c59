package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of a kubeconfig, as far as a controller needs it. A text that the file does not contain is
/// empty.
///
/// Source: client-go, tools/clientcmd/api/v1/types.go.
record KubeconfigFile(
        String currentContext, Map<String, Context> contexts, Map<String, Cluster> clusters, Map<String, User> users) {
    /// A context of the kubeconfig.
    ///
    /// @param cluster the name of a cluster
    /// @param user    the name of a user
    record Context(String cluster, String user) {}

    /// A certificate or key: the name of a file, relative to the kubeconfig, or the content itself.
    record Pem(String file, String text) {
        static final Pem NONE = new Pem("", "");

        /// Returns a text without the content, which may be a private key.
        @Override
        public String toString() {
            return "Pem[]";
        }
    }

    /// A cluster of the kubeconfig.
    ///
    /// @param caCertificate  CA certificates for the server's certificate
    /// @param serverName the name that the server's certificate is for, in place of the host in the URL
    /// @param execConfig the cluster configuration for the exec plugin, from the extension
    ///     `client.authentication.k8s.io/exec`
    record Cluster(
            String server,
            Pem caCertificate,
            String serverName,
            boolean isInsecure,
            String proxyUrl,
            boolean hasCompressionDisabled,
            Optional<Json> execConfig) {
        static final Cluster EMPTY = new Cluster("", Pem.NONE, "", false, "", false, Optional.empty());

        /// Returns a text without the content, because the URL of a proxy may contain a password.
        @Override
        public String toString() {
            return "Cluster[]";
        }
    }

    /// A user of the kubeconfig.
    ///
    /// @param tokenFile       a file with a token, relative to the kubeconfig; it is read for each request
    /// @param hasAuthProvider true if the user has an `auth-provider`, which Kubernetes does not support any
    ///     more
    record User(
            Pem certificate,
            Pem key,
            String token,
            String tokenFile,
            String name,
            String password,
            Impersonation impersonation,
            boolean hasAuthProvider,
            Optional<Plugin> plugin) {
        static final User ANONYMOUS =
                new User(Pem.NONE, Pem.NONE, "", "", "", "", Impersonation.NONE, false, Optional.empty());

        /// Returns a text without the content, most of which is secret.
        @Override
        public String toString() {
            return "User[]";
        }
    }

    /// The exec plugin of a user: a program that prints credentials.
    ///
    /// @param place the place of the plugin in the file, for messages
    record Plugin(
            String place,
            String apiVersion,
            String command,
            List<String> arguments,
            List<Variable> variables,
            String interactiveMode,
            String installHint,
            boolean wantsCluster) {
        Plugin {
            arguments = List.copyOf(arguments);
            variables = List.copyOf(variables);
        }

        /// Returns a text without arguments and variables, which may contain a password.
        @Override
        public String toString() {
            return "Plugin[" + place + "]";
        }
    }

    /// An environment variable that a plugin gets. `toString` shows only its name.
    record Variable(String name, String value) {
        @Override
        public String toString() {
            return name;
        }
    }

    KubeconfigFile {
        contexts = Map.copyOf(contexts);
        clusters = Map.copyOf(clusters);
        users = Map.copyOf(users);
    }
}
