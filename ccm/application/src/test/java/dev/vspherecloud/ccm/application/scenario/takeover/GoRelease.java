package dev.vspherecloud.ccm.application.scenario.takeover;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;

/// The unmodified release manifest of cloud-provider-vsphere (Go), and the account of its Pods.
final class GoRelease {
    private GoRelease() {}

    /// Applies the manifest. No controller creates Pods for its DaemonSet here.
    ///
    /// @return the account, which has only the rights of the manifest
    static KubeUser install(TestBed bed) {
        Manifest.ofGoRelease().forEach(bed.objects()::apply);
        return bed.objects().serviceAccount("kube-system", "cloud-controller-manager");
    }

    /// Removes the rights on these resources, from every rule that names one of them.
    static void revoke(TestBed bed, String... resources) {
        Manifest.ofGoRelease().stream()
                .filter(manifest -> manifest.kind().equals("ClusterRole"))
                .map(role -> without(role, List.of(resources)))
                .forEach(bed.objects()::apply);
    }

    private static Manifest without(Manifest role, List<String> resources) {
        ObjectNode json = role.json().deepCopy();
        ArrayNode rules = json.putArray("rules");
        role.json()
                .path("rules")
                .valueStream()
                .filter(rule ->
                        rule.path("resources").valueStream().noneMatch(each -> resources.contains(each.asText())))
                .forEach(rules::add);
        return new Manifest(json);
    }
}
