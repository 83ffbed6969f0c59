package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pods run with the disks of their claims: scheduled, attached, moved, copied and deleted. With the packaged driver,
/// all sidecars, the controllers and the scheduler of Kubernetes, and without topology, so that each Pod can run on
/// each Node.
///
/// [StorageZonesScenario] has the same with zones.
@Tag("csi")
@Timeout(900)
class StoragePodsScenario {
    private static final int CLAIMS = 50;
    private static final List<String> CLASSES = List.of("immediate", "late", "policy", "shared");

    private static PodBed bed;

    @BeforeAll
    static void start() {
        bed = PodBed.shared(false).startNodes();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void fiftyPodsMoveOverFourNodesAndAreCopied() {
        var life = new PodLife(bed);

        life.create("claim", CLAIMS, CLASSES);
        life.everyDiskIsOnTheVmOfItsPod();
        for (int moves = 1; moves < PodBed.NODES; moves++) {
            assertThat(life.move()).isEqualTo(CLAIMS);
            life.everyDiskIsOnTheVmOfItsPod();
        }
        List<String> originals = life.every(10);
        life.restore(life.snapshot(originals), "immediate");
        life.cloneOf(originals, "immediate");
        life.everyDiskIsOnTheVmOfItsPod();
        life.delete();

        life.nothingIsLeft();
    }

    @Test
    void aFewPodsRunMoveAndGo() {
        var life = new PodLife(bed);

        life.create("few", 4, CLASSES);
        life.everyDiskIsOnTheVmOfItsPod();
        assertThat(life.move()).isEqualTo(4);
        life.everyDiskIsOnTheVmOfItsPod();
        life.delete();

        life.nothingIsLeft();
    }

    @Test
    void aSnapshotIsRestoredAndAClaimIsCloned() {
        var life = new PodLife(bed);

        life.create("source", 1, CLASSES);
        List<String> source = life.names();
        life.restore(life.snapshot(source), "late");
        life.cloneOf(source, "late");
        life.everyDiskIsOnTheVmOfItsPod();
        life.delete();

        life.nothingIsLeft();
    }
}
