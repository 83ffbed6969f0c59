package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.NodePlacement;
import dev.vspherecloud.ccm.domain.breaker.RecentDeletion;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterMonitorTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final String RESTORE = ConfirmedVcenterChanges.NONE.idOf(LifecycleTestBed.VCENTER);
    private static final String STRANGE = "missing-00000000";

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(8);

    // Known vCenters

    /// The Lease has no entry for the vCenter, because it has no event yet.
    @Test
    void aVcenterThatThisProcessSawIsKnown() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.empty(), List.of()));
        fresh.cluster(1);

        assertThat(fresh.lifecycleState().baselines()).isEmpty();
        assertThat(question(fresh, "w-1").isVcenterKnown()).isTrue();
    }

    @Test
    void aVcenterThatAPredecessorSawIsKnown() {
        stage.existenceChecker.marks.clear();
        stage.restart();
        stage.oversee();

        assertThat(question(stage, "w-1").isVcenterKnown()).isTrue();
    }

    @Test
    void aVcenterThatNobodySawIsNot() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.clear();
        fresh.cluster(1);

        assertThat(question(fresh, "w-1").isVcenterKnown()).isFalse();
    }

    @Test
    void aVcenterThatIsNewIsRecognisedByItsNewestEvent() {
        var fresh = new LifecycleTestBed();
        fresh.existenceChecker.marks.clear();
        fresh.cluster(1);

        fresh.existenceChecker.marks.put(
                "vc-a",
                new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));

        assertThat(question(fresh, "w-1").baseline()).contains(LifecycleTestBed.NEWEST);
    }

    /// The monitor advances recorded events once a minute. Without this first record it could not detect a restore
    /// until then.
    @Test
    void theNewestEventOfAVcenterThatIsConnectedLaterIsRecordedAtOnce() {
        stage.existenceChecker.marks.put(
                "vc-b",
                new VcenterEventPosition(
                        LifecycleTestBed.OTHER_VCENTER, Optional.of(LifecycleTestBed.NEWEST), List.of()));

        stage.pass(SECOND);

        assertThat(stage.lifecycleState().baselines())
                .containsEntry(LifecycleTestBed.OTHER_VCENTER, LifecycleTestBed.NEWEST);
    }

    // Deletions

    @Test
    void aNodeWhoseDeleteFailedIsOneLoss() {
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Conflict());
        stage.unregister("w-3");

        stage.pass(Duration.ofMinutes(11));

        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.lifecycleState().deletions()).hasSize(1);
    }

    @Test
    void aLossIsKeptForAnHour() {
        var known = new LifecycleTestBed();
        var gone = new NodePlacement("w-9", "uid-of-before", LifecycleTestBed.VCENTER, Optional.empty());
        known.lease.texts = LifecycleState.EMPTY
                .withDeletions(List.of(new RecentDeletion(gone, LifecycleTestBed.NOON)))
                .texts();
        known.cluster(1);

        known.clock.advance(Duration.ofHours(1));
        known.oversee();
        assertThat(known.lifecycleState().deletions()).hasSize(1);
        known.clock.advance(SECOND);
        known.oversee();

        assertThat(known.lifecycleState().deletions()).isEmpty();
    }

    // The breaker

    /// The Nodes count as missing after half a minute. This time ends between the evaluation of the cluster and the
    /// delete.
    @Test
    void whatDisappearedSinceAllWereLookedAtStopsADelete() {
        stage.rules = LifecycleTestBed.rules(false);
        stage.unregister("w-1");
        stage.pass(Duration.ofMinutes(11));
        for (int i = 2; i <= 6; i++) {
            stage.unregister("w-" + i);
        }
        stage.pass(Duration.ofSeconds(30));
        assertThat(stage.events("MassDisappearance")).isEmpty();

        stage.clock.advance(SECOND);
        stage.rules = LifecycleTestBed.rules(true);
        stage.look("w-1");
        stage.existenceChecker.answer(stage.now());

        assertThat(stage.look("w-1")).isInstanceOf(Outcome.Retry.class);
        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void nothingIsJudgedBeforeItIsKnownWhatAPredecessorFound() {
        six();
        stage.pass(MINUTE);
        stage.lease.isReadable = false;
        stage.restart();

        stage.pass(MINUTE);
        stage.lease.isReadable = true;
        stage.pass(MINUTE);

        assertThat(stage.events("MassDisappearance")).hasSize(1);
        assertThat(stage.lifecycleState().breaker().open()).isPresent();
    }

    // Reads of the Lease

    @Test
    void aLeaseThatCouldNotBeReadIsReadAgainSoon() {
        stage.lease.isReadable = false;
        stage.restart();
        stage.pass(Duration.ofSeconds(2));
        int before = stage.lease.reads;
        stage.lease.isReadable = true;

        stage.pass(ClusterMonitor.READ_INTERVAL_WHEN_OPEN);

        assertThat(stage.lease.reads).isGreaterThan(before);
    }

    /// This process has no result yet that shows the restore; its predecessor recorded it.
    @Test
    void theLeaseIsReadOftenWhileNobodyConfirmedTheRestoreThatAPredecessorFound() {
        restore();
        stage.pass(MINUTE);
        stage.existenceChecker.isMute = true;
        stage.restart();
        stage.oversee();
        int before = stage.lease.reads;

        stage.pass(MINUTE);

        assertThat(stage.lease.reads - before).isEqualTo(6);
    }

    // Log lines

    @Test
    void anIncidentThatAPredecessorLeftIsLoggedOnce() {
        six();
        stage.pass(MINUTE);
        String id = stage.lifecycleState().breaker().open().orElseThrow().id();
        stage.restart();

        assertThat(logged("Deletion breaker is still open", () -> stage.pass(MINUTE)))
                .singleElement()
                .asString()
                .contains("incident=" + id);
    }

    @Test
    void anIncidentThatThisProcessFoundIsNoPredecessors() {
        assertThat(logged("Deletion breaker is still open", () -> {
                    six();
                    stage.pass(Duration.ofMinutes(2));
                }))
                .isEmpty();
    }

    @Test
    void whatWasAcknowledgedAndIsNotOpenIsLoggedOnceWithWhatIsOpen() {
        restore();
        stage.pass(MINUTE);
        stage.lease.acknowledge(STRANGE);

        assertThat(puzzles(Duration.ofMinutes(2)))
                .containsExactly("acknowledged=" + STRANGE + " open=" + RESTORE
                        + " No incident with the acknowledged id is open; check the id in the annotation of the Lease");
    }

    @Test
    void aRestoreThatAPredecessorFoundIsOpenToo() {
        restore();
        stage.pass(MINUTE);
        stage.existenceChecker.isMute = true;
        stage.restart();
        stage.lease.acknowledge(STRANGE);

        assertThat(puzzles(SECOND)).singleElement().asString().contains("open=" + RESTORE + " ");
    }

    @Test
    void soIsTheIncidentOfTheBreaker() {
        six();
        stage.pass(MINUTE);
        String id = stage.lifecycleState().breaker().open().orElseThrow().id();
        stage.lease.acknowledge(STRANGE);

        assertThat(puzzles(MINUTE)).singleElement().asString().contains("open=" + id + " ");
    }

    @Test
    void whatTakesEffectPuzzlesNobody() {
        six();
        stage.pass(MINUTE);
        stage.lease.acknowledge(
                stage.lifecycleState().breaker().open().orElseThrow().id());

        List<String> lines = LogLines.during(() -> stage.pass(MINUTE));

        assertThat(lines)
                .filteredOn(line -> line.contains("Incident acknowledged"))
                .hasSize(1);
        assertThat(lines).noneMatch(line -> line.contains("No incident with the acknowledged id"));
    }

    @Test
    void neitherDoesWhatIsTakenBack() {
        stage.lease.acknowledge(STRANGE);
        assertThat(puzzles(Duration.ofMinutes(6))).hasSize(1);

        stage.lease.acknowledge("");

        assertThat(puzzles(Duration.ofMinutes(6))).isEmpty();
    }

    private List<String> puzzles(Duration time) {
        return logged(
                "No incident with the acknowledged id is open; check the id in the annotation of the Lease",
                () -> stage.pass(time));
    }

    private static List<String> logged(String words, Runnable work) {
        return LogLines.during(work).stream()
                .filter(line -> line.contains(words))
                .toList();
    }

    /// Submits an existence check of this Node's VM, and returns the request.
    private static ExistenceCheckRequest question(LifecycleTestBed stage, String node) {
        stage.unregister(node);
        stage.look(node);
        return Objects.requireNonNull(stage.existenceChecker.asked.get(new NodeName(node)));
    }

    private void six() {
        for (int i = 1; i <= 6; i++) {
            stage.unregister("w-" + i);
        }
    }

    /// Restores vCenter from a backup that is older than the VM.
    private void restore() {
        var newest = new EventPosition(90, LifecycleTestBed.NOON.plusSeconds(30));
        stage.existenceChecker.marks.put(
                "vc-a", new VcenterEventPosition(LifecycleTestBed.VCENTER, Optional.of(newest), List.of()));
        stage.lose("w-1", LifecycleTestBed.restored(newest));
        stage.silence("w-1");
    }
}
