package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.PROVIDER_ID;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.RULES;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.input;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.inputWithoutVm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.newNode;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.recorded;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.vm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    @Test
    void annotationsOfThisProviderNeedNoReview() {
        Plan plan = plan(input(node(), found(vm())), input(recorded(node()), found(vm())));

        assertThat(plan.nodes()).map(NodePlan::planOutcome).containsExactly(PlanOutcome.RECORDS, PlanOutcome.SETTLED);
        assertThat(plan.needsReview()).isFalse();
    }

    @Test
    void aWriteToOtherFieldsNeedsReview() {
        assertThat(plan(input(newNode(), found(vm()))).needsReview()).isTrue();
        assertThat(plan(input(node(PROVIDER_ID), found(vm()))).needsReview()).isTrue();
    }

    @Test
    void aNodeThatMayBeDeletedNeedsReviewUnlessTheVariableIsSet() {
        NodeInput lost = input(with(node(), Ready.UNKNOWN, false), missing());
        var keeping = new PlanRules(RULES.settings(), RULES.lifecycle(), true, true, true);

        assertThat(plan(lost).needsReview()).isTrue();
        assertThat(Plan.of(List.of(lost), List.of(), keeping).needsReview()).isFalse();
    }

    @Test
    void aVcenterThatDoesNotAnswerMakesThePlanIncomplete() {
        var silence = new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "connection refused");

        assertThat(Plan.of(List.of(), List.of(silence), RULES).needsReview()).isTrue();
        assertThat(plan().needsReview()).isFalse();
    }

    @Test
    void foreignAndUnprovenNodesAreNotChanged() {
        assertThat(plan(inputWithoutVm(node("aws:///eu-1/i-1")), input(node(""), missing()))
                        .nodes())
                .map(NodePlan::planOutcome)
                .containsExactly(PlanOutcome.FOREIGN, PlanOutcome.UNPROVEN);
    }

    @Test
    void aNodeThatWaitsDiffersFromANodeThatKeepsItsState() {
        assertThat(plan(input(newNode(), missing()), input(node(), missing()), inputWithoutVm(node("vsphere://torn")))
                        .nodes())
                .map(NodePlan::planOutcome)
                .containsExactly(PlanOutcome.WAITS, PlanOutcome.KEEPS, PlanOutcome.KEEPS);
    }

    @Test
    void theShutdownTaintComesAndGoesWithItsReason() {
        var off = found(vm(PowerState.OFF, ConnectionState.CONNECTED));
        Plan plan = plan(
                input(with(recorded(node()), Ready.FALSE, false), off),
                input(with(recorded(node()), Ready.FALSE, true), found(vm())),
                input(with(recorded(node()), Ready.TRUE, true), off));

        assertThat(plan.nodes())
                .map(node -> node.writes().getLast())
                .map(write -> write.reason().text() + ": " + write.change().text() + ", " + write.why())
                .containsExactly(
                        "VmNotRunning: NoSchedule, its VM w-1 (vm-62 on vc-a) is off",
                        "VmRuns: is removed, its VM runs again",
                        "NodeReady: is removed, the Node is ready");
    }

    @Test
    void aControllerThatIsSwitchedOffWritesNothing() {
        var none = new PlanRules(RULES.settings(), RULES.lifecycle(), false, false, false);
        Plan plan = Plan.of(List.of(input(newNode(), found(vm()))), List.of(), none);

        assertThat(plan.nodes()).allMatch(node -> node.writes().isEmpty());
        assertThat(plan.needsReview()).isFalse();
    }

    private static Plan plan(NodeInput... inputs) {
        return Plan.of(List.of(inputs), List.of(), RULES);
    }
}
