package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedShare;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// File volumes that vsphere-csi-driver (Go) has left. They have no snapshots, and what CNS answers to a question for
/// these is not known: here, it fails.
@Tag("csi")
@Timeout(300)
class FileVolumeScenario {
    @Test
    void aFileVolumeIsExpandedAndDeleted(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            VcenterSite site = bed.addVcenter("files");
            bed.start().awaitReady();
            var calls = new CsiCalls(bed.socket());
            bed.volumes().configure(VolumeSettings.defaults().fileSnapshots("NotSupported"));
            String datastore = bed.volumes().datastores().getFirst().ref();
            String share = bed.volumes().addShare(datastore, "pvc-files", 1024, DriverBed.CLUSTER_ID);

            CsiCalls.Outcome expanded = calls.expand(share, 2048);
            assertThat(expanded.code()).as(expanded.message()).isEqualTo("OK");
            assertThat(bed.volumes().shares())
                    .extracting(SimulatedShare::id, SimulatedShare::capacityMb)
                    .containsExactly(tuple(share, 2048L));

            CsiCalls.Outcome deleted = calls.delete(share);
            assertThat(deleted.code()).as(deleted.message()).isEqualTo("OK");
            assertThat(bed.volumes().shares()).isEmpty();
            assertThat(site.vcenter().volumes().calls().of("CnsQuerySnapshots")).isZero();
        }
    }
}
