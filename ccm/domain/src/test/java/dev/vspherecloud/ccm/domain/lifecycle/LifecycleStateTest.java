package dev.vspherecloud.ccm.domain.lifecycle;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleStateTest {
    private static final UUID OTHER = UUID.fromString("c1000000-0000-0000-0000-00000000000b");
    private static final EventPosition NEWEST = new EventPosition(5030, Instant.parse("2026-01-02T03:04:05.678901Z"));
    private static final EventPosition CONFIRMED = new EventPosition(4000, Instant.parse("2026-01-01T00:00:00Z"));
    private static final Instant TIME = Instant.parse("2026-01-03T00:00:00Z");
    private static final Incident INCIDENT =
            new Incident("missing-3f2a91c0", "7 of 40 Nodes lost their VMs, within 10 min", Set.of("uid-2", "uid-1"));
    private static final RecentDeletion DELETION = new RecentDeletion(
            new NodePlacement(
                    "w-1",
                    "uid-1",
                    VCENTER,
                    VmParents.parse("Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10")),
            TIME);
    private static final RecentDeletion WITHOUT_PARENTS =
            new RecentDeletion(new NodePlacement("w-2", "uid-2", OTHER, Optional.empty()), TIME.plusNanos(1));

    static final LifecycleState FULL = new LifecycleState(
            Map.of(VCENTER, NEWEST, OTHER, CONFIRMED),
            Map.of(VCENTER, List.of(CONFIRMED, NEWEST)),
            new ConfirmedVcenterChanges(Map.of(OTHER, CONFIRMED), Set.of(VCENTER, OTHER), Map.of(VCENTER, NEWEST)),
            new Breaker(Optional.of(INCIDENT), Set.of("uid-7", "uid-8")),
            List.of(DELETION, WITHOUT_PARENTS),
            Set.of("missing-1", "restored-2"));

    static final Map<String, String> TEXTS = Map.of(
            "vcenter.b23fb785-e059-5295-b656-1ce619201f0c",
            "5030 2026-01-02T03:04:05.678901Z",
            "vcenter.c1000000-0000-0000-0000-00000000000b",
            "4000 2026-01-01T00:00:00Z",
            "landmarks.b23fb785-e059-5295-b656-1ce619201f0c",
            "4000 2026-01-01T00:00:00Z,5030 2026-01-02T03:04:05.678901Z",
            "restored.c1000000-0000-0000-0000-00000000000b",
            "4000 2026-01-01T00:00:00Z",
            "unconfirmed.b23fb785-e059-5295-b656-1ce619201f0c",
            "5030 2026-01-02T03:04:05.678901Z",
            "adopted",
            "b23fb785-e059-5295-b656-1ce619201f0c,c1000000-0000-0000-0000-00000000000b",
            "incident",
            "missing-3f2a91c0 uid-1,uid-2 7 of 40 Nodes lost their VMs, within 10 min",
            "excused",
            "uid-7,uid-8",
            "losses",
            """
            2026-01-03T00:00:00Z\tuid-1\tb23fb785-e059-5295-b656-1ce619201f0c\tFolder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10\tw-1
            2026-01-03T00:00:00.000000001Z\tuid-2\tc1000000-0000-0000-0000-00000000000b\t\tw-2""",
            "acknowledge",
            "missing-1,restored-2");

    // Written and parsed

    @Test
    void theStateIsWrittenAsDocumented() {
        assertThat(FULL.texts()).isEqualTo(TEXTS);
    }

    @Test
    void theStateIsReadAsItWasWritten() {
        assertThat(LifecycleState.read(TEXTS)).isEqualTo(FULL);
        assertThat(LifecycleState.read(LifecycleState.EMPTY.texts())).isEqualTo(LifecycleState.EMPTY);
    }

    /// The previous version wrote no landmarks. Then the newest event alone shows a restore.
    @Test
    void theStateOfThePreviousVersionIsRead() {
        assertThat(LifecycleState.read(without("landmarks.b23fb785-e059-5295-b656-1ce619201f0c")))
                .isEqualTo(FULL.withLandmarks(Map.of()));
    }

    @Test
    void aMalformedLandmarkIsIgnoredAndTheOthersAreRead() {
        LifecycleState read = LifecycleState.read(Map.of(
                "landmarks.b23fb785-e059-5295-b656-1ce619201f0c",
                "4000 2026-01-01T00:00:00Z, 7, 5030 2026-01-02T03:04:05.678901Z"));

        assertThat(read.landmarks()).isEqualTo(Map.of(VCENTER, List.of(CONFIRMED, NEWEST)));
        assertThat(LifecycleState.read(Map.of("landmarks.b23fb785-e059-5295-b656-1ce619201f0c", "x"))
                        .landmarks())
                .isEmpty();
    }

    @Test
    void emptyPartsAreNotWritten() {
        assertThat(LifecycleState.EMPTY.texts()).isEmpty();
    }

    @Test
    void eachPartIsReplacedSeparately() {
        assertThat(LifecycleState.EMPTY
                        .withBaselines(FULL.baselines())
                        .withLandmarks(FULL.landmarks())
                        .with(new ConfirmedVcenterChanges(Map.of(OTHER, CONFIRMED), Set.of(VCENTER, OTHER), Map.of())
                                .withUnconfirmed(FULL.confirmedVcenterChanges().unconfirmed()))
                        .with(FULL.breaker())
                        .withDeletions(FULL.deletions())
                        .texts())
                .isEqualTo(without("acknowledge"));
        assertThat(LifecycleState.EMPTY.withAcknowledged(FULL.acknowledged()).texts())
                .isEqualTo(Map.of("acknowledge", "missing-1,restored-2"));
        assertThat(FULL.withBaselines(Map.of())
                        .withLandmarks(Map.of())
                        .with(ConfirmedVcenterChanges.NONE)
                        .with(Breaker.CLOSED)
                        .withDeletions(List.of())
                        .texts())
                .containsOnlyKeys("acknowledge");
    }

    // Texts that people write

    @Test
    void theAcknowledgeCommandNamesTheDefaultLease() {
        LifecycleStateStore store = new LifecycleStateStore() {
            @Override
            public Optional<Page> read() {
                return Optional.empty();
            }

            @Override
            public boolean write(Page basis, Map<String, String> texts) {
                return false;
            }
        };

        assertThat(store.acknowledgeCommand("missing-1"))
                .isEqualTo(
                        "kubectl -n kube-system annotate lease cloud-controller-manager --overwrite lifecycle.vspherecloud.dev/acknowledge=missing-1");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "missing-1,restored-2",
                "\" missing-1 , restored-2 \"",
                "missing-1 restored-2",
                "\"missing-1,\n restored-2,\n\"",
                "\",,missing-1,,restored-2,missing-1\"",
            })
    void idsMayHaveBlanksAndCommasBetweenThem(String text) {
        assertThat(LifecycleState.read(Map.of("acknowledge", text)).acknowledged())
                .containsExactlyInAnyOrder("missing-1", "restored-2");
    }

    // Malformed texts

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "vcenter.b23fb785-e059-5295-b656-1ce619201f0c|5030",
                "vcenter.b23fb785-e059-5295-b656-1ce619201f0c|5030 yesterday",
                "vcenter.b23fb785-e059-5295-b656-1ce619201f0c|99999999999999999999 2026-01-02T03:04:05Z",
                "vcenter.b23fb785-e059-5295-b656-1ce619201f0c|5030 +1000000000-12-31T23:59:59Z",
                "vcenter.b23fb785-e059-5295-b656-1ce619201f0c|2147483648 2026-01-02T03:04:05Z",
                "vcenter.b23fb785|5030 2026-01-02T03:04:05Z",
                "vcenter|5030 2026-01-02T03:04:05Z",
                "xcenter.b23fb785-e059-5295-b656-1ce619201f0c|5030 2026-01-02T03:04:05Z",
                "restored.|5030 2026-01-02T03:04:05Z",
                "restored.b23fb785-e059-5295-b656-1ce619201f0c|yes",
                "adopted|all",
                "adopted|00000000-0000-0000-0000-000000000000",
                "incident|missing-1",
                "incident|missing-1 uid-1",
                "incident|miss\u0000ing-1 uid-1 many",
                "excused|uid-\uFFFE",
                "acknowledge|\u202Emissing-1",
                "losses|today",
                "losses|+1000000000-12-31T23:59:59Z\tuid-1\tb23fb785-e059-5295-b656-1ce619201f0c\t\tw-1",
                "losses|2200-01-01T00:00:00Z\tuid-1\tb23fb785-e059-5295-b656-1ce619201f0c\t\tw-1",
                "losses|2026-01-03\tuid-1\tb23fb785-e059-5295-b656-1ce619201f0c\t\tw-1",
                "losses|2026-01-03T00:00:00Z\tuid-1\tb23fb785\t\tw-1",
                "losses|2026-01-03T00:00:00Z\tuid-1\tb23fb785-e059-5295-b656-1ce619201f0c\tw-1",
                "somebody-elses|text",
            })
    void malformedTextCountsAsMissing(String key, String text) {
        assertThat(LifecycleState.read(Map.of(key, text))).isEqualTo(LifecycleState.EMPTY);
    }

    @Test
    void theCauseOfAnIncidentHasAtMostAThousandCharacters() {
        String longest = "missing-1 uid-1 " + "x".repeat(1_000);

        assertThat(LifecycleState.read(Map.of("incident", longest)).breaker().open())
                .isPresent();
        assertThat(LifecycleState.read(Map.of("incident", longest + "x"))
                        .breaker()
                        .open())
                .isEmpty();
    }

    @Test
    void aMalformedDeletionDoesNotAffectTheOthers() {
        String text = TEXTS.getOrDefault("losses", "");

        assertThat(LifecycleState.read(Map.of("losses", "nonsense\n" + text + "\n\n"))
                        .deletions())
                .containsExactly(DELETION, WITHOUT_PARENTS);
        assertThat(LifecycleState.read(Map.of("losses", text.replace("ResourcePool:", "")))
                        .deletions())
                .extracting(deletion -> deletion.placement().parents())
                .containsExactly(Optional.empty(), Optional.empty());
    }

    private static Map<String, String> without(String key) {
        var texts = new HashMap<>(TEXTS);
        texts.remove(key);
        return texts;
    }
}
