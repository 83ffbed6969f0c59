package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// When the controller reconciles a Node again, and what it remembers of the Node until then.
class LifecycleOutcomesTest {
    private static final Outcome DONE = new Outcome.Done();
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofMinutes(15);

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(8);

    // When the controller reconciles a Node again

    @Test
    void aNodeWhoseVmIsThereWaitsUntilSomethingChanges() {
        assertThat(bed.reconcile("w-1")).isEqualTo(DONE);
    }

    @Test
    void aNodeThatIsNotThereIsDone() {
        assertThat(bed.reconcile("w-99")).isEqualTo(DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws:///eu-1/i-1", "vsphere://no-uuid"})
    void aNodeThatIsNotManagedIsDone(String providerId) {
        bed.nodes.add("w-30", providerId, LifecycleTestBed.uuid("w-30"), false, List.of());

        assertThat(bed.reconcile("w-30")).isEqualTo(DONE);
    }

    @Test
    void aNodeWhoseVmIsMissingIsRequeuedUntilTheNextCheck() {
        bed.unregister("w-3");

        assertThat(bed.reconcile("w-3")).isEqualTo(new Outcome.RequeueAfter(ExistenceChecks.MIN_INTERVAL));
    }

    @Test
    void aNodeIsRequeuedWhileItsProofIsRenewed() {
        bed.rules = LifecycleTestBed.rules(false);
        bed.destroy("w-3");
        bed.pass(Duration.ofSeconds(75));
        bed.rules = LifecycleTestBed.rules(true);

        assertThat(bed.reconcile("w-3")).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(bed.has("w-3")).isTrue();
        assertThat(bed.existenceChecker.asked).containsKey(new NodeName("w-3"));
    }

    @Test
    void aNodeWhoseProofExpiredWhileTheLeaseWasReadIsRequeuedAtOnce() {
        bed.confirmation = () -> {
            bed.clock.advance(Duration.ofSeconds(11));
            return true;
        };

        assertThat(reconcileThatDeletes("w-3")).isEqualTo(new Outcome.RequeueAfter(Duration.ofMillis(1)));
    }

    /// A failure is retried at once, although the Node would be reconciled later anyway.
    @Test
    void aDeleteThatFailsIsRetried() {
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));

        assertThat(reconcileThatDeletes("w-3")).isEqualTo(new Outcome.Retry("forbidden"));
    }

    @Test
    void aDeleteThatSucceedsIsNotRetried() {
        assertThat(reconcileThatDeletes("w-3")).isNotNull().isNotInstanceOf(Outcome.Retry.class);
        assertThat(bed.has("w-3")).isFalse();
        assertThat(bed.reconcile("w-3")).isEqualTo(DONE);
    }

    @Test
    void aProcessThatLostTheLeaseChangesNoTaint() {
        bed.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, true, false, false));
        shutDown("w-2");
        int before = bed.nodes.writes().size();
        bed.isHeld = false;

        assertThat(bed.reconcile("w-1")).isInstanceOf(Outcome.Retry.class);
        assertThat(bed.reconcile("w-2")).isInstanceOf(Outcome.Retry.class);
        assertThat(bed.nodes.writes()).hasSize(before);
        bed.isHeld = true;

        assertThat(bed.reconcile("w-1")).isEqualTo(DONE);
        assertThat(bed.reconcile("w-2")).isEqualTo(DONE);
        assertThat(bed.nodes.writes()).endsWith("untaint w-1", "taint w-2");
    }

    @Test
    void aTaintThatCouldNotBeWrittenIsLoggedAndRetried() {
        shutDown("w-1");
        bed.nodes.answerNextWith(new WriteOutcome.Failed("timeout"));
        bed.nodes.answerNextWith(new WriteOutcome.Refused("forbidden"));
        var first = new AtomicReference<Outcome>(DONE);
        var second = new AtomicReference<Outcome>(DONE);

        List<String> lines = LogLines.during(() -> {
            first.set(bed.reconcile("w-1"));
            second.set(bed.reconcile("w-1"));
        });

        assertThat(first).hasValue(new Outcome.Retry("timeout"));
        assertThat(second).hasValue(new Outcome.Retry("forbidden"));
        assertThat(lines)
                .containsExactly(
                        "node=w-1 cause=timeout Cannot write node, will try again",
                        "node=w-1 cause=forbidden Cannot write node, will try again");
        assertThat(bed.reconcile("w-1")).isEqualTo(DONE);
        assertThat(bed.nodes.writes()).endsWith("taint w-1");
    }

    @Test
    void anInterruptedWriteIsNotLoggedAsAFailure() {
        shutDown("w-1");
        bed.nodes.answerNextWith(new WriteOutcome.Failed("interrupted"));
        Thread.currentThread().interrupt();
        try {
            assertThat(LogLines.during(() -> bed.reconcile("w-1"))).isEmpty();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    // Events, log lines and remembered state

    @Test
    void noReasonIsReportedWhileTheFirstResultIsDue() {
        bed.existenceChecker.isSilent = true;
        bed.unregister("w-3");
        bed.reconcile("w-3");

        bed.clock.advance(Duration.ofSeconds(29));
        bed.reconcile("w-3");
        assertThat(bed.observer.reasons).doesNotContainKey(new NodeName("w-3"));
        bed.clock.advance(SECOND);
        bed.reconcile("w-3");

        assertThat(bed.observer.reasons).containsEntry(new NodeName("w-3"), Set.of(VsphereReason.ABSENCE_UNPROVEN));
    }

    /// The API server may return the Node for a while after the delete, or until a finalizer is removed.
    @Test
    void aNodeThatIsStillShownAfterItsDeleteIsNotDeletedAgain() {
        bed.nodes.answerNextDeleteWith(new DeleteOutcome.Deleted());
        bed.destroy("w-3");

        bed.pass(LONG);

        assertThat(bed.reconcile("w-3")).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(bed.deletes()).isZero();
        assertThat(bed.observer.calls).containsExactly("deleted, destroyed");
    }

    @Test
    void theResultsOfANodeAreDroppedOnceItIsDeleted() {
        var _ = reconcileThatDeletes("w-3");

        assertThat(bed.has("w-3")).isFalse();
        assertThat(bed.existenceChecker.reports).doesNotContainKey(new NodeName("w-3"));
    }

    @Test
    void nothingIsKeptOfADeletedNode() {
        NodeView gone = seen("w-30");
        assertThat(bed.confirmed.allows(gone, LifecycleTestBed.vm("w-31"))).isFalse();
        bed.unregister("w-30");
        bed.pass(Duration.ofSeconds(30));
        assertThat(bed.observer.reasons).containsEntry(gone.name(), Set.of(VsphereReason.ABSENCE_UNPROVEN));

        bed.nodes.remove("w-30");
        bed.reconcile("w-30");

        assertNothingIsLeft(gone);
    }

    @Test
    void nothingIsKeptOfANodeThatAnotherProviderReplaces() {
        NodeView gone = seen("w-30");
        bed.unregister("w-30");
        bed.pass(Duration.ofSeconds(30));

        bed.nodes.add("w-30", "aws:///eu-1/i-1", "", false, List.of());
        bed.reconcile("w-30");

        assertNothingIsLeft(gone);
    }

    private void assertNothingIsLeft(NodeView gone) {
        assertThat(bed.existenceChecker.reports).doesNotContainKey(gone.name());
        assertThat(bed.observer.reasons).containsEntry(gone.name(), Set.of());
        assertThat(bed.confirmed.allows(gone, LifecycleTestBed.vm("w-31"))).isTrue();
        assertThat(bed.trackedNodes()).isEqualTo(8);
    }

    /// Adds a Node without a recorded VM, whose VM this process saw.
    private NodeView seen(String name) {
        NodeView node = bed.nodes.add(name, "", LifecycleTestBed.uuid(name), false, List.of());
        bed.show(LifecycleTestBed.vm(name));
        bed.reconcile(name);
        return node;
    }

    private void shutDown(String name) {
        bed.silence(name);
        bed.show(LifecycleTestBed.vm(name, PowerState.OFF, ConnectionState.CONNECTED));
    }

    /// Reconciles the Node of a destroyed VM for the last time, and returns the outcome. The Node is deleted unless
    /// a test prevents it.
    private Outcome reconcileThatDeletes(String name) {
        bed.rules = LifecycleTestBed.rules(false);
        bed.destroy(name);
        bed.pass(Duration.ofSeconds(25));
        assertThat(bed.events("DeletionOff")).hasSize(1);
        bed.rules = LifecycleTestBed.rules(true);
        return bed.reconcile(name);
    }
}
