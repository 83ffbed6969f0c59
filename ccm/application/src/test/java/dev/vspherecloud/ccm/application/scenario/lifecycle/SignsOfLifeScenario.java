package dev.vspherecloud.ccm.application.scenario.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeDeletes;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// All VMs are destroyed, and vCenter proves it. The program still keeps each Node whose kubelet sends heartbeats.
class SignsOfLifeScenario {
    private static final int RENEWS = 0;
    private static final int REPORTS_NOT_READY = 1;
    private static final int IS_SILENT = 2;
    private static final int NODES = 3;
    private static final Duration MINUTE = Duration.ofSeconds(60);

    @Test
    void onlyTheNodeOfASilentKubeletIsDeleted() {
        try (TestBed bed = TestBed.start()) {
            var kubelets = new SimulatedKubelets(bed.objects(), InstantSource.system());
            NodeDeletes deletes = NodeDeletes.at(bed.apiProxy());
            Fleet fleet = Fleet.create(bed, bed.addVcenter("vc-a"), "w", NODES);
            fleet.names(0, NODES).forEach(kubelets::setReady);
            Program program = bed.run("--node-monitor-period=1s");
            fleet.awaitRecorded(program);

            fleet.site().vcenter().destroy(fleet.vms(0, NODES));
            kubelets.stopHeartbeats(fleet.names(RENEWS, RENEWS + 1));
            kubelets.stopHeartbeats(fleet.names(IS_SILENT, IS_SILENT + 1));
            await().atMost(MINUTE)
                    .pollInterval(Duration.ofSeconds(1))
                    .failFast("the program ended", () -> !program.isAlive())
                    .until(() -> {
                        kubelets.renew(fleet.name(RENEWS));
                        kubelets.setNotReady(fleet.name(REPORTS_NOT_READY));
                        return fleet.isGone(IS_SILENT);
                    });

            fleet.areKept(RENEWS, REPORTS_NOT_READY + 1);
            assertThat(deletes.names()).containsExactly(fleet.name(IS_SILENT));
            assertThat(program.terminate()).isZero();
            RunInvariants.logIsFitToRead(program, fleet.site().vcenter().password());
        }
    }
}
