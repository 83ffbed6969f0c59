package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.domain.ObservedVolume;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What clusters recorded that no longer exist does not count, nor does an entity that is marked as missing.
class RetiredClustersTest {
    private static final Set<String> RETIRED = Set.of("old");

    @Test
    void theirEntitiesDoNotCount() {
        ObservedVolume volume = CnsVolumeStore.observed(volume("old", "old", "new"), RETIRED, false);

        assertThat(volume.clusters()).containsExactly("new");
        assertThat(volume.isInUse()).isTrue();
        assertThat(CnsVolumeStore.observed(volume("old", "old", "new"), Set.of(), false)
                        .clusters())
                .containsExactlyInAnyOrder("old", "new");
    }

    @Test
    void aVolumeThatOnlyTheyUseIsFree() {
        ObservedVolume volume = CnsVolumeStore.observed(volume("new", "old"), RETIRED, false);

        assertThat(volume.clusters()).containsExactly("new");
        assertThat(volume.isInUse()).isFalse();
    }

    /// Old releases of CNS report no cluster of an entity.
    @Test
    void anEntityWithoutAClusterIsOneOfTheOwner() {
        assertThat(CnsVolumeStore.observed(volume("old", ""), RETIRED, false).isInUse())
                .isFalse();
        assertThat(CnsVolumeStore.observed(volume("new", ""), RETIRED, false).isInUse())
                .isTrue();
        assertThat(CnsVolumeStore.observed(volume("new", "other"), RETIRED, false)
                        .clusters())
                .containsExactlyInAnyOrder("new", "other");
    }

    /// The full sync of vsphere-csi-driver (Go) marks the PersistentVolume of a volume that its cluster does not have.
    @Test
    void aPersistentVolumeThatGoMarkedAsMissingUsesNothing() {
        CnsVolume marked =
                volume("new", Stream.of(CnsEntityMetadata.persistentVolume("pv", "new", Map.of("pv_missing", "true"))));

        assertThat(CnsVolumeStore.observed(marked, RETIRED, false).isInUse()).isFalse();
        assertThat(CnsVolumeStore.observed(volume("new", "new"), RETIRED, false).isInUse())
                .isTrue();
    }

    @Test
    void aDiskOfAVmIsAttached() {
        assertThat(CnsVolumeStore.observed(volume("new"), RETIRED, true).isAttached())
                .isTrue();
        assertThat(CnsVolumeStore.observed(volume("new"), RETIRED, false).isAttached())
                .isFalse();
    }

    private static CnsVolume volume(String owner, String... clusters) {
        return volume(
                owner,
                Stream.of(clusters)
                        .map(cluster -> CnsEntityMetadata.persistentVolume("pv-" + cluster, cluster, Map.of())));
    }

    private static CnsVolume volume(String owner, Stream<CnsEntityMetadata> entities) {
        return new CnsVolume(
                new CnsVolumeId("v-1"),
                "pvc-1",
                "BLOCK",
                "ds:///1/",
                "",
                OptionalLong.of(1024),
                "v-1",
                "",
                "",
                Optional.of(CnsContainerCluster.vanilla(owner, "VanillaK8S")),
                entities.toList());
    }
}
