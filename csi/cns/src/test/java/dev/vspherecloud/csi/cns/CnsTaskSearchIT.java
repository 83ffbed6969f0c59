package dev.vspherecloud.csi.cns;

import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsTaskSearch.Kind;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.VcenterTask;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Searches the tasks of the simulator.
class CnsTaskSearchIT {
    private static final CnsVolumeMetadata METADATA =
            new CnsVolumeMetadata(CnsContainerCluster.vanilla("cluster-1", ""), List.of());

    @Test
    void aCreateThatRunsIsFoundAndOneThatHasEndedIsNot() {
        try (SimulatedVcenter vcenter = SimulatedVcenter.start();
                var client = new VcenterClient(
                        new VcenterEndpoint(
                                "vc-sim", vcenter.host(), vcenter.port(), new TlsTrust.Insecure(), Optional.empty()),
                        Timeouts.standard(),
                        "test",
                        VcenterObserver.NONE,
                        VcenterClient.SessionTypes.VIM25_AND_VSAN)) {
            VcenterSession session = client.login(new Credentials(vcenter.username(), new Secret(vcenter.password())));
            CnsClient cns = new CnsClient(session);
            vcenter.volumes().apply(next("CnsCreateVolume").hold());

            MoRef held = cns.createVolume(CnsCreateSpec.newDisk("pvc-1", 10, List.of(), METADATA));

            assertThat(found(session, Kind.VOLUME)).containsExactly(held.value());
            assertThat(found(session, Kind.SNAPSHOT)).isEmpty();

            vcenter.volumes().releaseTasks();
            while (!CnsTaskParser.read(session, held).orElseThrow().isFinished()) {
                Thread.onSpinWait();
            }
            assertThat(found(session, Kind.VOLUME)).isEmpty();
            assertThat(CnsTaskParser.read(session, List.of(held, new MoRef("Task", "task-0"))))
                    .as("one call reads several tasks")
                    .isEqualTo(Map.of(held, CnsTaskParser.read(session, held).orElseThrow()));
        }
    }

    private static List<String> found(VcenterSession session, Kind kind) {
        Instant now = InstantSource.system().instant();
        return CnsTaskSearch.unfinished(session, kind, now.minusSeconds(60), now.plusSeconds(60), now)
                .orElseThrow()
                .stream()
                .map(VcenterTask::key)
                .toList();
    }
}
