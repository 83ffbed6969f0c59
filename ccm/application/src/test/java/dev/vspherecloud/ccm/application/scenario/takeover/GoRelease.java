package dev.vspherecloud.ccm.application.scenario.takeover;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;

/// The release manifest of the Go program, unmodified, and the account that its Pods run under.
final class GoRelease {
    private GoRelease() {}

    /// Applies the manifest. Nothing makes Pods of its DaemonSet here.
    ///
    /// @return the account, which has the rights that the manifest gives it and no others
    static KubeUser install(TestBed bed) {
        Manifest.ofGoRelease().forEach(bed.objects()::apply);
        return bed.objects().serviceAccount("kube-system", "cloud-controller-manager");
    }

    /// Takes the rights on these resources away, from every rule that names one of them.
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
