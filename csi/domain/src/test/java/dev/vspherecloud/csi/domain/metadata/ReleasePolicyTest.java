package dev.vspherecloud.csi.domain.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleasePolicyTest {
    private static final OwnCluster OWN = new OwnCluster("ours", "VanillaK8S");
    private static final VolumeEntity VOLUME = VolumeEntity.volume("pv-1", Map.of());
    private static final VolumeEntity CLAIM = VolumeEntity.claim("shop", "data", Map.of(), "pv-1");
    private static final VolumeEntity POD = VolumeEntity.pod("shop", "web-0", "data");

    @ParameterizedTest
    @CsvSource(textBlock = """
            BLOCK,   RETAIN, true,  Unregister
            BLOCK,   RETAIN, false, Unregister
            BLOCK,   DELETE, false, Unregister
            BLOCK,   DELETE, true,  Leave
            BLOCK,   OTHER,  true,  Leave
            FILE,    RETAIN, true,  Leave
            IN_TREE, RETAIN, true,  Leave
            UNKNOWN, RETAIN, true,  Leave
            """)
    void onlyAKeptDiskIsUnregistered(VolumeForm form, ReclaimPolicy policy, boolean hasClaim, String expected) {
        var deleted = new DeletedVolume("pv-1", "v-1", form, policy, hasClaim);

        assertThat(ReleasePolicy.decide(deleted, recorded("ours", ours(VOLUME)), OWN)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(expected);
    }

    @Test
    void aVolumeOfAnotherClusterLosesOnlyTheOwnEntities() {
        var theirs = new RecordedEntity("theirs", VolumeEntity.volume("pv-1", Map.of()));

        assertThat(decide(recorded("ours", ours(VOLUME), ours(CLAIM), ours(POD), theirs)))
                .isEqualTo(new ReleaseDecision.RemoveEntities(List.of(VOLUME, CLAIM, POD)));
        assertThat(decide(recorded("theirs", ours(VOLUME))))
                .isEqualTo(new ReleaseDecision.RemoveEntities(List.of(VOLUME)));
        assertThat(decide(recorded("theirs", theirs))).isEqualTo(new ReleaseDecision.Leave());
    }

    @Test
    void aRetiredClusterDoesNotCount() {
        var theirs = new RecordedEntity("theirs", VolumeEntity.volume("pv-1", Map.of()));
        var deleted = new DeletedVolume("pv-1", "v-1", VolumeForm.BLOCK, ReclaimPolicy.RETAIN, true);
        OwnCluster retiring = OWN.withRetired(Set.of("theirs"));

        assertThat(ReleasePolicy.decide(deleted, recorded("theirs", ours(VOLUME), theirs), retiring))
                .isEqualTo(new ReleaseDecision.Unregister());
        assertThat(ReleasePolicy.decide(
                        deleted,
                        recorded("theirs", ours(VOLUME), ours(VolumeEntity.volume("pv-other", Map.of())), theirs),
                        retiring))
                .isEqualTo(new ReleaseDecision.RemoveEntities(List.of(VOLUME)));
    }

    @Test
    void aVolumeOfAnotherClusterWithTheSameIdStaysRegistered() {
        assertThat(decide(recorded("ours", ours(VOLUME), ours(VolumeEntity.volume("pv-other", Map.of())))))
                .isEqualTo(new ReleaseDecision.RemoveEntities(List.of(VOLUME)));
    }

    private static ReleaseDecision decide(RecordedVolume recorded) {
        return ReleasePolicy.decide(
                new DeletedVolume("pv-1", "v-1", VolumeForm.BLOCK, ReclaimPolicy.RETAIN, true), recorded, OWN);
    }

    private static RecordedEntity ours(VolumeEntity entity) {
        return new RecordedEntity("ours", entity);
    }

    private static RecordedVolume recorded(String cluster, RecordedEntity... entities) {
        return new RecordedVolume("v-1", "pv-1", "", 1024, cluster, "", List.of(entities));
    }
}
