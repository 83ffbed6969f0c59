package dev.vspherecloud.csi.domain.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrphanPolicyTest {
    private static final OwnCluster OWN = new OwnCluster("ours", "VanillaK8S");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @ParameterizedTest
    @CsvSource(textBlock = """
            false, false, ,     UNCONFIRMED
            false, false, 29,   UNCONFIRMED
            false, false, 30,   ORPHAN
            true,  false, 3600, CLAIMED
            false, true,  3600, IN_PROGRESS
            true,  true,  ,     IN_PROGRESS
            """)
    void twoObservationsWithoutAnOwnerMakeAnOrphan(
            boolean isAwaited, boolean isInProgress, Long seenSecondsAgo, OrphanState expected) {
        Optional<Instant> seen = Optional.ofNullable(seenSecondsAgo).map(NOW::minusSeconds);

        assertThat(OrphanPolicy.evaluate(volume("ours"), OWN, new OrphanFacts(isAwaited, isInProgress, seen), NOW))
                .isEqualTo(expected);
    }

    @Test
    void aVolumeThatAnotherClusterUsesIsNoOrphan() {
        var facts = new OrphanFacts(false, false, Optional.of(Instant.EPOCH));
        var theirs = new RecordedEntity("theirs", VolumeEntity.volume("pv-1", Map.of()));

        assertThat(OrphanPolicy.evaluate(volume("ours", theirs), OWN, facts, NOW))
                .isEqualTo(OrphanState.OF_OTHER_CLUSTER);
        assertThat(OrphanPolicy.evaluate(volume("ours", theirs), OWN.withRetired(Set.of("theirs")), facts, NOW))
                .isEqualTo(OrphanState.ORPHAN);
    }

    @Test
    void theReasonNamesWhatCnsRecords() {
        var volume = new RecordedEntity("ours", VolumeEntity.volume("pv-1", Map.of()));
        var claim = new RecordedEntity("ours", VolumeEntity.claim("shop", "data", Map.of(), "pv-1"));

        assertThat(OrphanPolicy.reason(volume("ours", claim, volume), OWN))
                .isEqualTo("its metadata names PersistentVolume pv-1 and PersistentVolumeClaim shop/data, which this"
                        + " cluster does not have");
        assertThat(OrphanPolicy.reason(volume("ours"), OWN))
                .isEqualTo("no PersistentVolume has this handle, and no claim waits for it");
    }

    @Test
    void theNameOfAVolumeTellsItsClaim() {
        assertThat(OrphanPolicy.claimUid("pvc-0123abcd-0000-4000-8000-000000000001"))
                .contains("0123abcd-0000-4000-8000-000000000001");
        assertThat(OrphanPolicy.claimUid("data")).isEmpty();
    }

    private static RecordedVolume volume(String cluster, RecordedEntity... entities) {
        return new RecordedVolume("v-1", "pv-1", "", 1024, cluster, "", List.of(entities));
    }
}
