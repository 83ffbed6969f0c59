package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.kubernetes.KubeconfigFile.Plugin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A plugin and its input.
///
/// @param kubeconfig that names the plugin, for messages
/// @param command path of the program, or its name, which is looked for on the PATH
/// @param cluster the `spec.cluster` that the plugin gets, as JSON; empty for none
record ExecRequest(Path kubeconfig, Plugin plugin, String command, String cluster) {
    /// The value of `KUBERNETES_EXEC_INFO`.
    ///
    /// Source: client-go, pkg/apis/clientauthentication/v1/types.go.
    String info() {
        ObjectNode info = Json.object();
        info.put("kind", "ExecCredential");
        info.put("apiVersion", plugin.apiVersion());
        ObjectNode spec = info.putObject("spec");
        if (!cluster.isEmpty()) {
            spec.set("cluster", Json.tree(cluster.getBytes(StandardCharsets.UTF_8)));
        }
        spec.put("interactive", false);
        return info.toString();
    }

    @Override
    public String toString() {
        return "ExecRequest[" + plugin.place() + "]";
    }
}
