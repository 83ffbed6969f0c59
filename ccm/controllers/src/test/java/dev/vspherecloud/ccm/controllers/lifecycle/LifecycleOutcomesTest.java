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

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(8);

    // When the controller reconciles a Node again

    @Test
    void aNodeWhoseVmIsThereWaitsUntilSomethingChanges() {
        assertThat(stage.look("w-1")).isEqualTo(DONE);
    }

    @Test
    void aNodeThatIsNotThereIsDone() {
        assertThat(stage.look("w-99")).isEqualTo(DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws:///eu-1/i-1", "vsphere://no-uuid"})
    void aNodeThatIsNotOursIsDone(String providerId) {
        stage.nodes.add("w-30", providerId, LifecycleTestBed.uuid("w-30"), false, List.of());

        assertThat(stage.look("w-30")).isEqualTo(DONE);
    }

    @Test
    void aNodeWhoseVmIsMissingIsLookedAtAgainWhenItIsToBeAskedAbout() {
        stage.unregister("w-3");

        assertThat(stage.look("w-3")).isEqualTo(new Outcome.RequeueAfter(ExistenceChecks.MIN_INTERVAL));
    }

    @Test
    void aNodeIsLookedAtAgainWhileItsProofIsRenewed() {
        stage.rules = LifecycleTestBed.rules(false);
        stage.destroy("w-3");
        stage.pass(Duration.ofSeconds(75));
        stage.rules = LifecycleTestBed.rules(true);

        assertThat(stage.look("w-3")).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(stage.has("w-3")).isTrue();
        assertThat(stage.existenceChecker.asked).containsKey(new NodeName("w-3"));
    }

    @Test
    void aNodeWhoseProofGrewOldWhileTheLeaseWasReadIsLookedAtAtOnce() {
        stage.confirmation = () -> {
            stage.clock.advance(Duration.ofSeconds(11));
            return true;
        };

        assertThat(lookThatDeletes("w-3")).isEqualTo(new Outcome.RequeueAfter(Duration.ofMillis(1)));
    }

    /// A failure is retried at once, although the Node would be reconciled later anyway.
    @Test
    void aDeleteThatFailsIsTriedAgain() {
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Failed("forbidden"));

        assertThat(lookThatDeletes("w-3")).isEqualTo(new Outcome.Retry("forbidden"));
    }

    @Test
    void aDeleteThatWorksIsNotTriedAgain() {
        assertThat(lookThatDeletes("w-3")).isNotNull().isNotInstanceOf(Outcome.Retry.class);
        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.look("w-3")).isEqualTo(DONE);
    }

    @Test
    void whoMayNotLeadAnyMoreChangesNoTaintUntilItMay() {
        stage.nodes.report("w-1", new NodeHealth(Ready.TRUE, LifecycleTestBed.NOON, true, false, false));
        shutDown("w-2");
        int before = stage.nodes.writes().size();
        stage.isHeld = false;

        assertThat(stage.look("w-1")).isInstanceOf(Outcome.Retry.class);
        assertThat(stage.look("w-2")).isInstanceOf(Outcome.Retry.class);
        assertThat(stage.nodes.writes()).hasSize(before);
        stage.isHeld = true;

        assertThat(stage.look("w-1")).isEqualTo(DONE);
        assertThat(stage.look("w-2")).isEqualTo(DONE);
        assertThat(stage.nodes.writes()).endsWith("untaint w-1", "taint w-2");
    }

    @Test
    void aTaintThatCouldNotBeWrittenIsLoggedAndTriedAgain() {
        shutDown("w-1");
        stage.nodes.answerNextWith(new WriteOutcome.Failed("timeout"));
        stage.nodes.answerNextWith(new WriteOutcome.Refused("forbidden"));
        var first = new AtomicReference<Outcome>(DONE);
        var second = new AtomicReference<Outcome>(DONE);

        List<String> lines = LogLines.during(() -> {
            first.set(stage.look("w-1"));
            second.set(stage.look("w-1"));
        });

        assertThat(first).hasValue(new Outcome.Retry("timeout"));
        assertThat(second).hasValue(new Outcome.Retry("forbidden"));
        assertThat(lines)
                .containsExactly(
                        "node=w-1 cause=timeout Cannot write node, will try again",
                        "node=w-1 cause=forbidden Cannot write node, will try again");
        assertThat(stage.look("w-1")).isEqualTo(DONE);
        assertThat(stage.nodes.writes()).endsWith("taint w-1");
    }

    @Test
    void whoIsToldToStopHasFailedAtNothing() {
        shutDown("w-1");
        stage.nodes.answerNextWith(new WriteOutcome.Failed("interrupted"));
        Thread.currentThread().interrupt();
        try {
            assertThat(LogLines.during(() -> stage.look("w-1"))).isEmpty();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    // Events, log lines and remembered state

    @Test
    void nothingIsSaidOfANodeWhileTheFirstAnswerIsDue() {
        stage.existenceChecker.isMute = true;
        stage.unregister("w-3");
        stage.look("w-3");

        stage.clock.advance(Duration.ofSeconds(29));
        stage.look("w-3");
        assertThat(stage.heard.standing).doesNotContainKey(new NodeName("w-3"));
        stage.clock.advance(SECOND);
        stage.look("w-3");

        assertThat(stage.heard.standing).containsEntry(new NodeName("w-3"), Set.of(VsphereReason.ABSENCE_UNPROVEN));
    }

    /// The API server may return the Node for a while after the delete, or until a finalizer is removed.
    @Test
    void aNodeThatIsStillShownAfterItsDeleteIsNotDeletedAgain() {
        stage.nodes.answerNextDeleteWith(new DeleteOutcome.Deleted());
        stage.destroy("w-3");

        stage.pass(LONG);

        assertThat(stage.look("w-3")).isInstanceOf(Outcome.RequeueAfter.class);
        assertThat(stage.deletes()).isZero();
        assertThat(stage.heard.news).containsExactly("deleted, destroyed");
    }

    @Test
    void theAnswersAboutANodeAreDroppedOnceItIsDeleted() {
        var _ = lookThatDeletes("w-3");

        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.existenceChecker.reports).doesNotContainKey(new NodeName("w-3"));
    }

    @Test
    void aNodeThatIsGoneLeavesNothingBehind() {
        NodeView gone = seen("w-30");
        assertThat(stage.confirmed.allows(gone, LifecycleTestBed.vm("w-31"))).isFalse();
        stage.unregister("w-30");
        stage.pass(Duration.ofSeconds(30));
        assertThat(stage.heard.standing).containsEntry(gone.name(), Set.of(VsphereReason.ABSENCE_UNPROVEN));

        stage.nodes.remove("w-30");
        stage.look("w-30");

        assertNothingIsLeft(gone);
    }

    @Test
    void neitherDoesOneInWhosePlaceAnotherCloudPutsItsOwn() {
        NodeView gone = seen("w-30");
        stage.unregister("w-30");
        stage.pass(Duration.ofSeconds(30));

        stage.nodes.add("w-30", "aws:///eu-1/i-1", "", false, List.of());
        stage.look("w-30");

        assertNothingIsLeft(gone);
    }

    private void assertNothingIsLeft(NodeView gone) {
        assertThat(stage.existenceChecker.reports).doesNotContainKey(gone.name());
        assertThat(stage.heard.standing).containsEntry(gone.name(), Set.of());
        assertThat(stage.confirmed.allows(gone, LifecycleTestBed.vm("w-31"))).isTrue();
        assertThat(stage.remembered()).isEqualTo(8);
    }

    /// Adds a Node without a recorded VM, whose VM this process saw.
    private NodeView seen(String name) {
        NodeView node = stage.nodes.add(name, "", LifecycleTestBed.uuid(name), false, List.of());
        stage.show(LifecycleTestBed.vm(name));
        stage.look(name);
        return node;
    }

    private void shutDown(String name) {
        stage.silence(name);
        stage.show(LifecycleTestBed.vm(name, PowerState.OFF, ConnectionState.CONNECTED));
    }

    /// Reconciles the Node of a destroyed VM for the last time, and returns the outcome. The Node is deleted unless
    /// a test prevents it.
    private Outcome lookThatDeletes(String name) {
        stage.rules = LifecycleTestBed.rules(false);
        stage.destroy(name);
        stage.pass(Duration.ofSeconds(25));
        assertThat(stage.events("DeletionOff")).hasSize(1);
        stage.rules = LifecycleTestBed.rules(true);
        return stage.look(name);
    }
}
