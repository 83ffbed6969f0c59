package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.access.KubeconfigFile.Plugin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// An exec plugin and its input.
///
/// @param kubeconfig the file that names the plugin, for messages
/// @param command    the path of the program, or its name, which is searched on the PATH
/// @param cluster    the `spec.cluster` for the plugin, as JSON; empty for none
record ExecRequest(Path kubeconfig, Plugin plugin, String command, String cluster) {
    /// Returns the value of the environment variable `KUBERNETES_EXEC_INFO` for the plugin.
    ///
    /// Source: client-go, pkg/apis/clientauthentication/v1/types.go.
    String infoJson() {
        Json.Members spec = cluster.isEmpty()
                ? Json.object()
                : Json.object().with("cluster", ApiJson.tree(cluster.getBytes(StandardCharsets.UTF_8)));
        return Json.object()
                .with("kind", "ExecCredential")
                .with("apiVersion", plugin.apiVersion())
                .with("spec", spec.with("interactive", false))
                .toString();
    }

    @Override
    public String toString() {
        return "ExecRequest[" + plugin.place() + "]";
    }
}
