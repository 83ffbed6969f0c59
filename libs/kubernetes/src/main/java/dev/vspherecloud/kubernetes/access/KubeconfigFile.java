package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The content of a kubeconfig, as far as a controller needs it. A text that the file does not have is empty.
///
/// Source: client-go, tools/clientcmd/api/v1/types.go.
record KubeconfigFile(
        String currentContext, Map<String, Context> contexts, Map<String, Cluster> clusters, Map<String, User> users) {
    /// @param cluster name of a cluster
    /// @param user    name of a user
    record Context(String cluster, String user) {}

    /// A certificate or key: the name of a file, relative to the kubeconfig, or the content itself.
    record Pem(String file, String text) {
        static final Pem NONE = new Pem("", "");

        /// Shows no content, since it may be a private key.
        @Override
        public String toString() {
            return "Pem[]";
        }
    }

    /// @param caCertificate  CA certificates for the server's certificate
    /// @param serverName the name that the server's certificate is for, in place of the host in the URL
    /// @param execConfig the cluster configuration that the exec plugin gets, from the extension
    ///                   `client.authentication.k8s.io/exec`
    record Cluster(
            String server,
            Pem caCertificate,
            String serverName,
            boolean isInsecure,
            String proxyUrl,
            boolean hasCompressionDisabled,
            Optional<Json> execConfig) {
        static final Cluster EMPTY = new Cluster("", Pem.NONE, "", false, "", false, Optional.empty());

        /// Shows no content, since the URL of a proxy may hold a password.
        @Override
        public String toString() {
            return "Cluster[]";
        }
    }

    /// @param tokenFile       read for each request, relative to the kubeconfig
    /// @param hasAuthProvider true if it has an `auth-provider`, which Kubernetes does not support any more
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

        /// Shows no content, since most of it is secret.
        @Override
        public String toString() {
            return "User[]";
        }
    }

    /// An exec plugin: a program that prints credentials, as the file names it.
    ///
    /// @param place of the plugin in the file, for messages
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

        /// Leaves out arguments and variables, since they may hold a password.
        @Override
        public String toString() {
            return "Plugin[" + place + "]";
        }
    }

    /// An environment variable of a plugin.
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
