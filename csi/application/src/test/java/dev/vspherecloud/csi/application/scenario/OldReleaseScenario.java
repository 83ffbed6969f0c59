package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
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
            SimulatedVm vm = site.vcenter().vms().getFirst();
            bed.objects()
                    .createNode(NodeSpec.aNode("node-a").systemUuid(vm.uuid()).providerId("vsphere://" + vm.uuid()));
            bed.objects().create("/apis/storage.k8s.io/v1/csinodes", """
                    {"metadata": {"name": "node-a"}, "spec": {"drivers": [{"name": "csi.vsphere.vmware.com",
                     "nodeID": "%s", "topologyKeys": []}]}}""".formatted(vm.uuid()));
            bed.start().awaitReady();
            var caller = new PersistentCaller(() -> List.of(bed.socket()));
            var calls = new CsiCalls(bed.socket());
            String volume = caller.create("pvc-old", 1024).join();
            bed.volumes().vmDisks().attach(vm.ref(), volume);

            // Until the driver has seen the disk, CNS itself refuses.
            CsiCalls.Outcome refused = Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> calls.expand(volume, 2048), each -> each.message()
                            .contains("7.0 Update 2 or later"));
            assertThat(refused.code()).as(refused.message()).isEqualTo("FailedPrecondition");
            assertThat(refused.message()).contains("volume " + volume + " is attached");
            int sent = bed.volumes().calls().of("CnsExtendVolume");
            assertThat(calls.expand(volume, 2048).code()).isEqualTo("FailedPrecondition");
            assertThat(bed.volumes().calls().of("CnsExtendVolume"))
                    .as("nothing is sent")
                    .isEqualTo(sent);

            CsiCalls.Outcome same = calls.expand(volume, 1024);
            assertThat(same.code()).as("it has the size: " + same.message()).isEqualTo("OK");

            bed.volumes().vmDisks().detach(vm.ref(), volume);
            CsiCalls.Outcome expanded = Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> calls.expand(volume, 2048), each -> !each.code()
                            .equals("FailedPrecondition"));
            assertThat(expanded.code()).as(expanded.message()).isEqualTo("OK");
        }
    }
}
