package dev.vspherecloud.ccm.application.scenario.privilege;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/// The account and rights of the program in `deploy/manifests`, which equal those of the chart.
public final class DeployedRights {
    public static final String NAMESPACE = "kube-system";
    public static final String SECRET = "vsphere-cloud-secret";

    private static final String ACCOUNT = "cloud-controller-manager";
    private static final Set<String> OF_RIGHTS =
            Set.of("ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");
    private static final Set<String> ROLES = Set.of("ClusterRole", "Role");

    private final List<Manifest> objects = read().stream()
            .filter(manifest -> OF_RIGHTS.contains(manifest.kind()))
            .toList();

    /// Applies the manifests.
    ///
    /// @return the user that the program runs as
    public KubeUser to(KubeObjects cluster) {
        objects.forEach(cluster::apply);
        return cluster.serviceAccount(NAMESPACE, ACCOUNT);
    }

    public List<GrantedRight> rights() {
        return objects.stream()
                .filter(manifest -> ROLES.contains(manifest.kind()))
                .flatMap(role -> GrantedRight.of(role).stream())
                .toList();
    }

    /// Removes this one right, and restores all others of its role.
    public void takeAway(GrantedRight right, KubeObjects cluster) {
        ObjectNode role = right.role().json().deepCopy();
        ArrayNode rules = role.putArray("rules");
        GrantedRight.of(right.role()).stream()
                .filter(each -> !each.equals(right))
                .forEach(each -> rules.add(each.rule()));
        cluster.apply(new Manifest(role));
    }

    /// Returns the reference page about privileges.
    static String page() {
        return text("docs/reference/privileges.md");
    }

    private static List<Manifest> read() {
        return Manifest.parse(text("deploy/manifests/vsphere-cloud-controller-manager.yaml"));
    }

    private static String text(String path) {
        try {
            return Files.readString(Checkout.root().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
