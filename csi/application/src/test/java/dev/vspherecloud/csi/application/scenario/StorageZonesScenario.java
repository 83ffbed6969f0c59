package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Pods run with disks in the zone of their Node: three zones by tags on clusters and a host, for claims that are
/// bound at once or with their first Pod, with policies and lists of datastores.
@Tag("csi")
@Timeout(900)
class StorageZonesScenario {
    private static final int CLAIMS = 50;
    private static final List<String> CLASSES = List.of("immediate", "late", "policy", "list", "zone-b");

    private static PodBed bed;

    @BeforeAll
    static void start() {
        bed = PodBed.shared(true).startNodes();
        bed.objects().create(PodBed.CLASSES, """
                {"metadata": {"name": "zone-b"}, "provisioner": "csi.vsphere.vmware.com", "reclaimPolicy": "Delete",
                 "volumeBindingMode": "WaitForFirstConsumer", "parameters": {"datastoreurl": "%s"},
                 "allowedTopologies": [{"matchLabelExpressions": [{"key": "%s", "values": ["zone-b"]}]}]}""".formatted(bed.url("zone-b"), PodBed.ZONE));
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    @Test
    void theNodesHaveTheZonesOfTheirHosts() {
        assertThat(List.of("n-0", "n-1", "n-2", "n-3"))
                .extracting(node -> bed.objects()
                        .node(node)
                        .at("/metadata/labels")
                        .path(PodBed.ZONE)
                        .asText())
                .containsExactly("zone-a", "zone-b", "zone-c", "zone-a");
    }

    @Test
    void fiftyPodsRunInTheZonesOfTheirVolumes() {
        var life = new PodLife(bed);

        life.create("claim", CLAIMS, CLASSES);
        life.everyVolumeIsInAZoneOfItsNode();
        life.everyDiskIsOnTheVmOfItsPod();
        assertThat(life.move()).isPositive();
        life.everyVolumeIsInAZoneOfItsNode();
        life.everyDiskIsOnTheVmOfItsPod();
        List<String> originals = life.every(10);
        life.restore(life.snapshot(originals), "late");
        life.cloneOf(originals, "late");
        life.everyVolumeIsInAZoneOfItsNode();
        life.everyDiskIsOnTheVmOfItsPod();
        life.delete();

        life.nothingIsLeft();
    }

    @Test
    void aPodRunsInTheZoneThatItsClassAllows() {
        var life = new PodLife(bed);

        life.create("in-b", 2, List.of("zone-b"));

        assertThat(life.names()).extracting(bed::nodeOf).containsOnly("n-1");
        life.everyVolumeIsInAZoneOfItsNode();
        life.everyDiskIsOnTheVmOfItsPod();
        life.delete();
        life.nothingIsLeft();
    }
}
