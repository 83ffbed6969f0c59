package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A vCenter of an old release lacks what a later one has, and the driver says so before it sends a call.
@Tag("csi")
@Timeout(300)
class OldReleaseScenario {
    @Test
    void aVolumeIsExpandedOnlyWhileNoVmHasIt(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            VcenterSite site = bed.addVcenter("old", VcenterOptions.defaults().apiVersion("7.0.1.0"));
            site.addVms("worker", 1, 2);
            bed.start().awaitReady();
            SimulatedVm vm = site.vcenter().vms().getFirst();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            var calls = new CsiCalls(bed.socket());
            String volume = caller.create("pvc-old", 1024).join();
            bed.volumes().vmDisks().attach(vm.ref(), volume);

            CsiCalls.Outcome refused = calls.expand(volume, 2048);
            assertThat(refused.code()).as(refused.message()).isEqualTo("FailedPrecondition");
            assertThat(refused.message()).contains("volume " + volume + " is attached", "7.0 Update 2 or later");
            assertThat(bed.volumes().calls().of("CnsExtendVolume")).isZero();

            CsiCalls.Outcome same = calls.expand(volume, 1024);
            assertThat(same.code()).as("it has the size: " + same.message()).isEqualTo("OK");

            bed.volumes().vmDisks().detach(vm.ref(), volume);
            CsiCalls.Outcome expanded = calls.expand(volume, 2048);
            assertThat(expanded.code()).as(expanded.message()).isEqualTo("OK");
        }
    }
}
