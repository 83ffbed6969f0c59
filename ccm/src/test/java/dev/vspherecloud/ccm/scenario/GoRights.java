package dev.vspherecloud.ccm.scenario;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;

/// The account and the rights that the release manifest of the Go program gives it, and no others.
///
/// Rule from: cloud-provider-vsphere v1.36, releases/v1.36/vsphere-cloud-controller-manager.yaml: the ClusterRole
/// `system:cloud-controller-manager` and the RoleBinding to `extension-apiserver-authentication-reader`.
final class GoRights {
    static final KubeUser ACCOUNT = KubeUser.named("system:serviceaccount:kube-system:cloud-controller-manager");

    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

    private GoRights() {}

    /// Gives them in this cluster.
    static void grant(TestBed bed) {
        bed.objects().create(RBAC + "clusterroles", """
                {"metadata":{"name":"system:cloud-controller-manager"},"rules":[
                {"apiGroups":[""],"resources":["events"],"verbs":["create","patch","update"]},
                {"apiGroups":[""],"resources":["nodes"],"verbs":["*"]},
                {"apiGroups":[""],"resources":["nodes/status"],"verbs":["patch"]},
                {"apiGroups":[""],"resources":["services"],"verbs":["list","patch","update","watch"]},
                {"apiGroups":[""],"resources":["services/status"],"verbs":["patch"]},
                {"apiGroups":[""],"resources":["serviceaccounts"],"verbs":["create","get","list","watch","update"]},
                {"apiGroups":[""],"resources":["persistentvolumes"],"verbs":["get","list","update","watch"]},
                {"apiGroups":[""],"resources":["endpoints"],"verbs":["create","get","list","watch","update"]},
                {"apiGroups":["discovery.k8s.io"],"resources":["endpointslices"],"verbs":["get","list","watch"]},
                {"apiGroups":[""],"resources":["secrets"],"verbs":["get","list","watch"]},
                {"apiGroups":["coordination.k8s.io"],"resources":["leases"],
                "verbs":["get","list","watch","create","update"]}]}
                """);
        bed.objects().create(RBAC + "clusterrolebindings", """
                {"metadata":{"name":"system:cloud-controller-manager"},
                "subjects":[{"kind":"User","name":"%s"}],
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",
                "name":"system:cloud-controller-manager"}}
                """.formatted(ACCOUNT.name()));
        bed.objects().create(RBAC + "namespaces/kube-system/rolebindings", """
                {"metadata":{"name":"servicecatalog.k8s.io:apiserver-authentication-reader","namespace":"kube-system"},
                "subjects":[{"kind":"User","name":"%s"}],
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role",
                "name":"extension-apiserver-authentication-reader"}}
                """.formatted(ACCOUNT.name()));
    }
}
