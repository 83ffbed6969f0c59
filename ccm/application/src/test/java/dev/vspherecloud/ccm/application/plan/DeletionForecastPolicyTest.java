package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.input;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.inputWithoutVm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.recorded;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.vm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.plan.DeletionForecast.When;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeletionForecastPolicyTest {
    private static final NodeView LOST = with(recorded(node()), Ready.UNKNOWN, false);

    @Test
    void aNodeWhoseRecordedVmIsMissingIsDeletedOnlyAfterProof() {
        DeletionForecast result = forecast(LOST);

        assertThat(result.when()).isEqualTo(When.AFTER_PROOF);
        assertThat(result.why()).contains("vm-62", "destroyed", "10 minutes");
    }

    @Test
    void aVmThatWasNeverRecordedProvesNothing() {
        DeletionForecast result = forecast(with(node(), Ready.UNKNOWN, false));

        assertThat(result.when()).isEqualTo(When.NEVER);
        assertThat(result.code()).contains(NodeReason.VM_NEVER_SEEN);
    }

    @Test
    void aKubeletThatReportsKeepsItsNode() {
        assertThat(forecast(with(recorded(node()), Ready.FALSE, false)).when()).isEqualTo(When.NEVER);
        assertThat(forecast(recorded(node())).when()).isEqualTo(When.NEVER);
    }

    @Test
    void theKeepAnnotationKeepsTheNode() {
        var annotations = new HashMap<>(LOST.meta().annotations());
        annotations.put(LifecyclePolicy.KEEP, "true");

        DeletionForecast result = forecast(with(LOST, LOST.meta().labels(), annotations));

        assertThat(result.when()).isEqualTo(When.KEPT);
        assertThat(result.code()).contains(NodeReason.NODE_KEPT);
    }

    @Test
    void disabledDeletionKeepsTheNode() {
        assertThat(forecast(input(LOST, missing()), rules(false, Set.of())).code())
                .contains(NodeReason.DELETION_OFF);
    }

    /// Only the instance UUID of the VM's vCenter is known, so each paused vCenter that was searched counts.
    @Test
    void aPausedVcenterKeepsTheNode() {
        assertThat(forecast(input(LOST, missing()), rules(true, Set.of("vc-a"))).code())
                .contains(NodeReason.DELETION_PAUSED);
    }

    @Test
    void aNodeOfAnotherProviderIsNeverDeleted() {
        assertThat(forecast(inputWithoutVm(with(node("k3s://k3s-1"), Ready.UNKNOWN, false)), rules(true, Set.of()))
                        .when())
                .isEqualTo(When.NEVER);
    }

    @Test
    void withASilentVcenterOnlyADestroyIsProof() {
        var silent = new VmLookup.Unknown(
                List.of(new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "connection refused")));

        DeletionForecast result = forecast(input(LOST, silent), rules(true, Set.of()));

        assertThat(result.when()).isEqualTo(When.KEPT);
        assertThat(result.code()).contains(VsphereReason.VCENTER_UNREACHABLE);
        assertThat(result.why()).contains("vc-b", "unless it is proven that the VM was destroyed");
    }

    @Test
    void aVmThatIsFoundKeepsItsNode() {
        assertThat(forecast(input(LOST, found(vm())), rules(true, Set.of())).when())
                .isEqualTo(When.NEVER);
    }

    private static DeletionForecast forecast(NodeView node) {
        return forecast(input(node, missing()), rules(true, Set.of()));
    }

    private static DeletionForecast forecast(NodeInput input, LifecycleRules rules) {
        return DeletionForecastPolicy.evaluate(input, new PlanRules(UpstreamNodes.SETTINGS, rules, true, true, false));
    }

    private static LifecycleRules rules(boolean deletes, Set<String> paused) {
        return new LifecycleRules(deletes, Duration.ofMinutes(10), BreakerRules.DEFAULTS, paused);
    }
}
