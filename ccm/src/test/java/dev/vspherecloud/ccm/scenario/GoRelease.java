package dev.vspherecloud.ccm.scenario;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Manifest;

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
}
