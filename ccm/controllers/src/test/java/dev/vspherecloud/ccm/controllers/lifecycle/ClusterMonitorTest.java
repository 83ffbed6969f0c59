package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.reconcile.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClusterMonitorTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    /// The API server accepts 256 KiB of annotations.
    private static final int MAX_ANNOTATIONS = 256 << 10;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final String RESTORE = ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER);
    private static final String UNKNOWN_ID = "missing-00000000";

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(8);

    // Known vCenters

    /// The Lease has no entry for the vCenter, because it has no event yet.
    @Test
    void aVcenterThatThisProcessSawIsKnown() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.empty(), List.of()));
        fresh.cluster(1);

        assertThat(fresh.lifecycleState().baselines()).isEmpty();
        assertThat(request(fresh, "w-1").isVcenterKnown()).isTrue();
    }

    @Test
    void aVcenterThatAPredecessorSawIsKnown() {
        bed.existenceChecker.marks.clear();
        bed.restart();
        bed.evaluateCluster();

        assertThat(request(bed, "w-1").isVcenterKnown()).isTrue();
    }

    @Test
    void aVcenterThatNoProcessSawIsUnknown() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.clear();
        fresh.cluster(1);

        assertThat(request(fresh, "w-1").isVcenterKnown()).isFalse();
    }

    @Test
    void aVcenterThatIsNewIsRecognisedByItsNewestEvent() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.clear();
        fresh.cluster(1);

        fresh.existenceChecker.marks.put(
                "vc-a",
                new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));

        assertThat(request(fresh, "w-1").baseline()).contains(LifecycleTestBed.NEWEST);
    }

    /// The monitor advances recorded events once a minute. Without this first record it could not detect a restore
    /// until then.
    @Test
    void theNewestEventOfAVcenterThatIsConnectedLaterIsRecordedAtOnce() {
        bed.existenceChecker.marks.put(
                "vc-b",
                new VcenterEventPosition(
                        LifecycleTestBed.OTHER_VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));

        bed.pass(SECOND);

        assertThat(bed.lifecycleState().baselines())
                .containsEntry(LifecycleTestBed.OTHER_VCENTER, LifecycleTestBed.NEWEST);
    }

    // Deletions

    @Test
    void aNodeWhoseDeleteFailedCountsAsOneDeletion() {
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Conflict());
        bed.unregister("w-3");

        bed.pass(Duration.ofMinutes(11));

        assertThat(bed.has("w-3")).isFalse();
        assertThat(bed.lifecycleState().deletions()).hasSize(1);
    }

    @Test
    void aDeletionIsRememberedWhileTheBreakerCountsIt() {
        var known = new LifecycleTestBed();
        var gone = new NodePlacement("w-9", "uid-of-before", LifecycleTestBed.VCENTER, Optional.empty());
        known.lease.texts = LifecycleState.EMPTY
                .withDeletions(List.of(new RecentDeletion(gone, LifecycleTestBed.NOON)))
                .texts();
        known.cluster(1);

        known.clock.advance(BreakerRules.DEFAULTS.window().minus(SECOND));
        known.evaluateCluster();
        assertThat(known.lifecycleState().deletions()).hasSize(1);
        known.clock.advance(SECOND);
        known.evaluateCluster();

        assertThat(known.lifecycleState().deletions()).isEmpty();
    }

    /// In a cluster of 5,000 Nodes, the breaker allows 500 deletions in ten minutes. Here they go on for six hours, and
    /// a new leader continues every minute.
    @Test
    void theLeaseDoesNotFillUpAtTheLimitOfTheBreaker() {
        var leaders = new LifecycleTestBed();
        leaders.cluster(1);
        int count = 0;

        for (int minute = 0; minute < 360; minute++) {
            leaders.clock.advance(Duration.ofMinutes(1));
            var deletions = new ArrayList<>(leaders.lifecycleState().deletions());
            for (int i = 0; i < 50; i++) {
                deletions.add(deletion(count++, leaders.clock.instant()));
            }
            leaders.lease.texts =
                    leaders.lifecycleState().withDeletions(deletions).texts();
            leaders.restart();
            leaders.evaluateCluster();

            assertThat(leaders.lease.texts.values().stream()
                            .mapToInt(String::length)
                            .sum())
                    .isLessThan(MAX_ANNOTATIONS);
        }

        assertThat(leaders.lifecycleState().deletions()).hasSize(500);
    }

    private static RecentDeletion deletion(int number, Instant at) {
        String name = "w-%d.zone-a.cluster.example.internal".formatted(number);
        return new RecentDeletion(
                new NodePlacement(
                        name,
                        new UUID(7, number).toString(),
                        LifecycleTestBed.VCENTER,
                        VmParents.parse("Folder:group-v1234 ResourcePool:resgroup-1234 HostSystem:host-1234")),
                at);
    }

    // The breaker

    /// The Nodes count as missing after half a minute. This time ends between the evaluation of the cluster and the
    /// delete.
    @Test
    void vmsThatDisappearedSinceTheLastEvaluationStopADelete() {
        bed.rules = LifecycleTestBed.rules(false);
        bed.unregister("w-1");
        bed.pass(Duration.ofMinutes(11));
        for (int i = 2; i <= 6; i++) {
            bed.unregister("w-" + i);
        }
        bed.pass(Duration.ofSeconds(30));
        assertThat(bed.events("MassDisappearance")).isEmpty();

        bed.clock.advance(SECOND);
        bed.rules = LifecycleTestBed.rules(true);
        bed.reconcile("w-1");
        bed.existenceChecker.answer(bed.now());

        assertThat(bed.reconcile("w-1")).isInstanceOf(Outcome.Retry.class);
        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void nothingIsEvaluatedBeforeTheStateOfThePredecessorIsRead() {
        unregisterSix();
        bed.pass(MINUTE);
        bed.lease.isReadable = false;
        bed.restart();

        bed.pass(MINUTE);
        bed.lease.isReadable = true;
        bed.pass(MINUTE);

        assertThat(bed.events("MassDisappearance")).hasSize(1);
        assertThat(bed.lifecycleState().breaker().open()).isPresent();
    }

    // Reads of the Lease

    @Test
    void aLeaseThatCouldNotBeReadIsReadAgainSoon() {
        bed.lease.isReadable = false;
        bed.restart();
        bed.pass(Duration.ofSeconds(2));
        int before = bed.lease.reads;
        bed.lease.isReadable = true;

        bed.pass(ClusterMonitor.READ_INTERVAL_WHEN_OPEN);

        assertThat(bed.lease.reads).isGreaterThan(before);
    }

    /// This process has no result yet that shows the restore; its predecessor recorded it.
    @Test
    void theLeaseIsReadOftenWhileARestoreFromAPredecessorIsOpen() {
        restore();
        bed.pass(MINUTE);
        bed.existenceChecker.isSilent = true;
        bed.restart();
        bed.evaluateCluster();
        int before = bed.lease.reads;

        bed.pass(MINUTE);

        assertThat(bed.lease.reads - before).isEqualTo(6);
    }

    // Log lines

    @Test
    void anIncidentThatAPredecessorLeftIsLoggedOnce() {
        unregisterSix();
        bed.pass(MINUTE);
        String id = bed.lifecycleState().breaker().open().orElseThrow().id();
        bed.restart();

        assertThat(logged("Deletion breaker is still open", () -> bed.pass(MINUTE)))
                .singleElement()
                .asString()
                .contains("incident=" + id);
    }

    @Test
    void anIncidentOfThisProcessIsNotLoggedAsStillOpen() {
        assertThat(logged("Deletion breaker is still open", () -> {
                    unregisterSix();
                    bed.pass(Duration.ofMinutes(2));
                }))
                .isEmpty();
    }

    @Test
    void anUnknownAcknowledgedIdIsLoggedOnceWithTheOpenIds() {
        restore();
        bed.pass(MINUTE);
        bed.lease.acknowledge(UNKNOWN_ID);

        assertThat(unknownAcknowledgements(Duration.ofMinutes(2)))
                .containsExactly("acknowledged=" + UNKNOWN_ID + " open=" + RESTORE
                        + " No incident with the acknowledged id is open; check the id in the annotation of the Lease");
    }

    @Test
    void theOpenIdsIncludeARestoreFromAPredecessor() {
        restore();
        bed.pass(MINUTE);
        bed.existenceChecker.isSilent = true;
        bed.restart();
        bed.lease.acknowledge(UNKNOWN_ID);

        assertThat(unknownAcknowledgements(SECOND)).singleElement().asString().contains("open=" + RESTORE + " ");
    }

    @Test
    void theOpenIdsIncludeTheIncidentOfTheBreaker() {
        unregisterSix();
        bed.pass(MINUTE);
        String id = bed.lifecycleState().breaker().open().orElseThrow().id();
        bed.lease.acknowledge(UNKNOWN_ID);

        assertThat(unknownAcknowledgements(MINUTE)).singleElement().asString().contains("open=" + id + " ");
    }

    @Test
    void anAcknowledgementThatTakesEffectIsNotLoggedAsUnknown() {
        unregisterSix();
        bed.pass(MINUTE);
        bed.lease.acknowledge(
                bed.lifecycleState().breaker().open().orElseThrow().id());

        List<String> lines = LogLines.during(() -> bed.pass(MINUTE));

        assertThat(lines)
                .filteredOn(line -> line.contains("Incident acknowledged"))
                .hasSize(1);
        assertThat(lines).noneMatch(line -> line.contains("No incident with the acknowledged id"));
    }

    @Test
    void anAcknowledgementThatIsRemovedIsNotLoggedAgain() {
        bed.lease.acknowledge(UNKNOWN_ID);
        assertThat(unknownAcknowledgements(Duration.ofMinutes(6))).hasSize(1);

        bed.lease.acknowledge("");

        assertThat(unknownAcknowledgements(Duration.ofMinutes(6))).isEmpty();
    }

    private List<String> unknownAcknowledgements(Duration time) {
        return logged(
                "No incident with the acknowledged id is open; check the id in the annotation of the Lease",
                () -> bed.pass(time));
    }

    private static List<String> logged(String words, Runnable work) {
        return LogLines.during(work).stream()
                .filter(line -> line.contains(words))
                .toList();
    }

    /// Submits an existence check of this Node's VM, and returns the request.
    private static ExistenceCheckRequest request(LifecycleTestBed bed, String node) {
        bed.unregister(node);
        bed.reconcile(node);
        return Objects.requireNonNull(bed.existenceChecker.asked.get(new NodeName(node)));
    }

    private void unregisterSix() {
        for (int i = 1; i <= 6; i++) {
            bed.unregister("w-" + i);
        }
    }

    /// Restores vCenter from a backup that is older than the VM.
    private void restore() {
        var newest = new EventPosition(90, LifecycleTestBed.NOON.plusSeconds(30));
        bed.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        bed.lose("w-1", LifecycleTestBed.restored(newest));
        bed.silence("w-1");
    }
}
