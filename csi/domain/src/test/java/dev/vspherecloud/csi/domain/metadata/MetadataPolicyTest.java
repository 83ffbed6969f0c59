package dev.vspherecloud.csi.domain.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetadataPolicyTest {
    private static final OwnCluster OWN = new OwnCluster("ours", "VanillaK8S");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final VolumeEntity VOLUME = VolumeEntity.volume("pv-1", Map.of("tier", "gold"));
    private static final VolumeEntity CLAIM = VolumeEntity.claim("shop", "data", Map.of("app", "web"), "pv-1");
    private static final VolumeEntity POD = VolumeEntity.pod("shop", "web-0", "data");
    private static final EntityKey POD_1 = EntityKey.pod("shop", "web-1");

    @Test
    void nothingIsSentForAVolumeThatIsAsItShouldBe() {
        MetadataDecision decision = decide(EntityHistory.NONE, ours(POD), ours(CLAIM), ours(VOLUME));

        assertThat(decision.changesSomething()).isFalse();
        assertThat(decision.unconfirmed()).isEmpty();
        assertThat(decision.foreign()).isEmpty();
    }

    @Test
    void whatIsMissingOrDifferentIsWritten() {
        var oldClaim = VolumeEntity.claim("shop", "data", Map.of("app", "old"), "pv-1");

        assertThat(decide(EntityHistory.NONE, ours(VOLUME), ours(oldClaim)).written())
                .containsExactly(CLAIM, POD);
        assertThat(decide(EntityHistory.NONE).written()).containsExactly(VOLUME, CLAIM, POD);
    }

    @Test
    void otherClustersAreNeverTouched() {
        var theirs = new RecordedEntity("theirs", VolumeEntity.pod("shop", "web-1", "data"));
        var sameName = new RecordedEntity("theirs", VolumeEntity.volume("pv-1", Map.of()));
        var history = new EntityHistory(Set.of(POD_1), Map.of(POD_1, Instant.EPOCH), Set.of());

        MetadataDecision decision = decide(history, ours(VOLUME), ours(CLAIM), ours(POD), theirs, sameName);

        assertThat(decision.changesSomething()).isFalse();
        assertThat(decision.foreign()).isEmpty();
    }

    @Test
    void aDeletionThatTheWatchShowedIsRemovedAtOnce() {
        var gone = VolumeEntity.pod("shop", "web-1", "data");

        MetadataDecision decision = decide(
                new EntityHistory(Set.of(POD_1), Map.of(), Set.of()), ours(VOLUME), ours(CLAIM), ours(POD), ours(gone));

        assertThat(decision.removed()).containsExactly(gone);
        assertThat(decision.written()).isEmpty();
    }

    @Test
    void aStaleEntityOfOwnVolumeIsRemovedAfterTheConfirmation() {
        var gone = VolumeEntity.pod("shop", "web-1", "data");

        assertThat(decide(EntityHistory.NONE, ours(VOLUME), ours(CLAIM), ours(POD), ours(gone))
                        .unconfirmed())
                .containsExactly(POD_1);
        assertThat(decide(stale(POD_1, NOW.minusSeconds(59)), ours(VOLUME), ours(CLAIM), ours(POD), ours(gone))
                        .removed())
                .isEmpty();
        assertThat(decide(stale(POD_1, NOW.minusSeconds(60)), ours(VOLUME), ours(CLAIM), ours(POD), ours(gone))
                        .removed())
                .containsExactly(gone);
    }

    @Test
    void aClaimThatWasReplacedGoesWithItsPods() {
        var oldClaim = VolumeEntity.claim("shop", "old", Map.of(), "pv-1");
        var oldPod = VolumeEntity.pod("shop", "old-0", "old");
        var history = new EntityHistory(
                Set.of(), Map.of(oldClaim.key(), Instant.EPOCH, oldPod.key(), Instant.EPOCH), Set.of());

        assertThat(decide(history, ours(VOLUME), ours(CLAIM), ours(POD), ours(oldClaim), ours(oldPod))
                        .removed())
                .containsExactly(oldClaim, oldPod);
    }

    @Test
    void entitiesThatReferToAnotherVolumeStay() {
        var otherClaim = VolumeEntity.claim("shop", "other", Map.of(), "pv-9");
        var otherPod = VolumeEntity.pod("shop", "other-0", "other");
        var history = new EntityHistory(
                Set.of(), Map.of(otherClaim.key(), Instant.EPOCH, otherPod.key(), Instant.EPOCH), Set.of());

        MetadataDecision decision =
                decide(history, ours(VOLUME), ours(CLAIM), ours(POD), ours(otherClaim), ours(otherPod));

        assertThat(decision.changesSomething()).isFalse();
        assertThat(decision.foreign()).containsExactlyInAnyOrder(otherClaim.key(), otherPod.key());
    }

    @Test
    void nothingIsRemovedFromAVolumeOfTwoClustersWithOneId() {
        var otherVolume = VolumeEntity.volume("pv-other", Map.of());
        var samePod = VolumeEntity.pod("shop", "web-1", "data");
        var history = stale(POD_1, Instant.EPOCH);

        MetadataDecision decision =
                decide(history, ours(VOLUME), ours(CLAIM), ours(POD), ours(otherVolume), ours(samePod));

        assertThat(decision.changesSomething()).isFalse();
        assertThat(decision.foreign()).containsExactlyInAnyOrder(otherVolume.key(), POD_1);
    }

    @Test
    void anEntityThatComesBackIsOfAnotherCluster() {
        var back = VolumeEntity.pod("shop", "web-1", "data");
        var history = new EntityHistory(Set.of(), Map.of(POD_1, Instant.EPOCH), Set.of(POD_1));

        MetadataDecision decision = decide(history, ours(VOLUME), ours(CLAIM), ours(POD), ours(back));

        assertThat(decision.removed()).isEmpty();
        assertThat(decision.foreign()).containsExactly(POD_1);
    }

    @Test
    void aPersistentVolumeIsRemovedOnlyIfTheWatchShowedItsDeletion() {
        var other = VolumeEntity.volume("pv-0", Map.of());
        var known = new EntityHistory(Set.of(other.key()), Map.of(), Set.of());

        assertThat(decide(stale(other.key(), Instant.EPOCH), ours(VOLUME), ours(CLAIM), ours(POD), ours(other))
                        .removed())
                .isEmpty();
        assertThat(decide(known, ours(VOLUME), ours(CLAIM), ours(POD), ours(other))
                        .removed())
                .containsExactly(other);
    }

    @Test
    void anotherDistributionIsWrittenOnlyForTheOwnCluster() {
        RecordedEntity[] all = {ours(VOLUME), ours(CLAIM), ours(POD)};

        assertThat(decide(recorded("ours", "OpenShift", all), EntityHistory.NONE)
                        .changesCluster())
                .isTrue();
        assertThat(decide(recorded("ours", "", all), EntityHistory.NONE).changesCluster())
                .isFalse();
        assertThat(decide(recorded("theirs", "OpenShift", all), EntityHistory.NONE)
                        .changesCluster())
                .isFalse();
    }

    /// Otherwise, an API server that does not tell its version would change the metadata of all volumes.
    @Test
    void anUnknownDistributionIsNotWritten() {
        RecordedVolume recorded = recorded("ours", "OpenShift", ours(VOLUME), ours(CLAIM), ours(POD));

        assertThat(MetadataPolicy.decide(
                                new DesiredMetadata("v-1", List.of(VOLUME, CLAIM, POD)),
                                recorded,
                                new OwnCluster("ours", ""),
                                EntityHistory.NONE,
                                NOW)
                        .changesSomething())
                .isFalse();
    }

    /// CNS 6.7 Update 3 records neither the cluster of an entity nor its references.
    @Test
    void oldReleasesAreNotWrittenAgainAndAgain() {
        RecordedEntity[] all = Stream.of(VOLUME, CLAIM, POD)
                .map(each -> new RecordedEntity("", new VolumeEntity(each.key(), each.labels(), Set.of())))
                .toArray(RecordedEntity[]::new);

        assertThat(decide(recorded("ours", "", all), EntityHistory.NONE).changesSomething())
                .isFalse();
    }

    private static EntityHistory stale(EntityKey key, Instant since) {
        return new EntityHistory(Set.of(), Map.of(key, since), Set.of());
    }

    private static RecordedEntity ours(VolumeEntity entity) {
        return new RecordedEntity("ours", entity);
    }

    private static RecordedVolume recorded(String cluster, String distribution, RecordedEntity... entities) {
        return new RecordedVolume("v-1", "pv-1", "ds:///1/", 1024, cluster, distribution, List.of(entities));
    }

    private static MetadataDecision decide(EntityHistory history, RecordedEntity... entities) {
        return decide(recorded("ours", "VanillaK8S", entities), history);
    }

    private static MetadataDecision decide(RecordedVolume recorded, EntityHistory history) {
        return MetadataPolicy.decide(
                new DesiredMetadata("v-1", List.of(VOLUME, CLAIM, POD)), recorded, OWN, history, NOW);
    }
}
