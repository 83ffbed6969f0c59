package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a kubeconfig says, as far as a controller needs it. A text that the file does not give is empty.
///
/// Source: client-go, tools/clientcmd/api/v1/types.go.
record KubeconfigFile(
        String currentContext, Map<String, Context> contexts, Map<String, Cluster> clusters, Map<String, User> users) {
    /// @param cluster name of one
    /// @param user    name of one
    record Context(String cluster, String user) {}

    /// A certificate or key: the name of a file, relative to the kubeconfig, or what is in one.
    record Pem(String file, String text) {
        static final Pem NONE = new Pem("", "");

        /// Without a word: it may be a private key.
        @Override
        public String toString() {
            return "Pem[]";
        }
    }

    /// @param authority  certificates of those who sign the server's
    /// @param serverName that the server's certificate is for, in place of the name in the URL
    /// @param execConfig what the exec plugin is told about the cluster, from the extension
    ///                   `client.authentication.k8s.io/exec`
    record Cluster(
            String server,
            Pem authority,
            String serverName,
            boolean isInsecure,
            String proxyUrl,
            boolean hasCompressionDisabled,
            Optional<Json> execConfig) {
        static final Cluster EMPTY = new Cluster("", Pem.NONE, "", false, "", false, Optional.empty());

        /// Without a word: the URL of a proxy may hold a password.
        @Override
        public String toString() {
            return "Cluster[]";
        }
    }

    /// @param tokenFile read for each request, relative to the kubeconfig
    /// @param hasAuthProvider whether it has an `auth-provider`, which Kubernetes has not any more
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

        /// Without a word: most of it is secret.
        @Override
        public String toString() {
            return "User[]";
        }
    }

    /// A program that gives credentials, as the file names it.
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

        /// Without arguments and variables: they may hold a password.
        @Override
        public String toString() {
            return "Plugin[" + place + "]";
        }
    }

    /// A variable of the environment of a plugin.
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
