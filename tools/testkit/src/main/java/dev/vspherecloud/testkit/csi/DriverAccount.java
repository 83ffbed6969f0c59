package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.Kubeconfig;
import dev.vspherecloud.testkit.servers.Manifest;
import java.time.Duration;

/// The account of the driver, with the rights that the manifest of vsphere-csi-driver (Go) gives and no others: the
/// driver must run where an operator changes only the image.
///
/// Rule from: csi 8.2.
public final class DriverAccount {
    /// The namespace of the driver.
    public static final String NAMESPACE = "vmware-system-csi";

    private static final String NAME = "vsphere-csi-controller";
    private static final String USER = "system:serviceaccount:" + NAMESPACE + ":" + NAME;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private DriverAccount() {}

    /// Creates the namespace, the account and its role, where they do not exist, and waits until the rights are in
    /// force.
    public static Kubeconfig kubeconfig(KubeApiServer api) {
        if (api.objects().find("/api/v1/namespaces/" + NAMESPACE).isEmpty()) {
            api.objects().createNamespace(NAMESPACE);
        }
        Manifest.ofGoDriverAccount().forEach(manifest -> api.objects().apply(manifest));
        api.objects().awaitRight(USER, "list", "cns.vmware.com", "csinodetopologies", LIMIT);
        return api.kubeconfig().as(api.objects().serviceAccount(NAMESPACE, NAME));
    }

    /// Adds the right to `patch` where the driver uses it and the manifest of the Go driver does not give it.
    public static void allowPatch(KubeApiServer api) {
        Manifest.parse("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: vsphere-csi-patch}
                rules:
                  - {apiGroups: [""], resources: [nodes], verbs: [patch]}
                  - {apiGroups: [cns.vmware.com], resources: [cnsvolumeoperationrequests, csinodetopologies], verbs: [patch]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: vsphere-csi-patch}
                subjects:
                  - {kind: ServiceAccount, name: %s, namespace: %s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: vsphere-csi-patch}
                """.formatted(NAME, NAMESPACE))
                .forEach(manifest -> api.objects().apply(manifest));
        api.objects().awaitRight(USER, "patch", "", "nodes", LIMIT);
    }
}
