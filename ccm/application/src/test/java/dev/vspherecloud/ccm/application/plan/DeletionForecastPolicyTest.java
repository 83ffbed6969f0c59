package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.recorded;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.sight;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.unasked;
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
    void aNodeWhoseRecordedVmIsMissingGoesOnlyAfterProof() {
        DeletionForecast said = judge(LOST);

        assertThat(said.when()).isEqualTo(When.AFTER_PROOF);
        assertThat(said.why()).contains("vm-62", "destroyed", "10 minutes");
    }

    @Test
    void aVmThatOursNeverSawProvesNothing() {
        DeletionForecast said = judge(with(node(), Ready.UNKNOWN, false));

        assertThat(said.when()).isEqualTo(When.NEVER);
        assertThat(said.code()).contains(NodeReason.VM_NEVER_SEEN);
    }

    @Test
    void aKubeletThatSpeaksKeepsItsNode() {
        assertThat(judge(with(recorded(node()), Ready.FALSE, false)).when()).isEqualTo(When.NEVER);
        assertThat(judge(recorded(node())).when()).isEqualTo(When.NEVER);
    }

    @Test
    void whoMarksANodeKeepsIt() {
        var annotations = new HashMap<>(LOST.meta().annotations());
        annotations.put(LifecyclePolicy.KEEP, "true");

        DeletionForecast said = judge(with(LOST, LOST.meta().labels(), annotations));

        assertThat(said.when()).isEqualTo(When.KEPT);
        assertThat(said.code()).contains(NodeReason.NODE_KEPT);
    }

    @Test
    void aSwitchKeepsIt() {
        assertThat(judge(sight(LOST, missing()), rules(false, Set.of())).code()).contains(NodeReason.DELETION_OFF);
    }

    /// Only the instance UUID of the VM's vCenter is known, so each paused vCenter that was searched counts.
    @Test
    void aPausedVcenterKeepsIt() {
        assertThat(judge(sight(LOST, missing()), rules(true, Set.of("vc-a"))).code())
                .contains(NodeReason.DELETION_PAUSED);
    }

    @Test
    void aNodeOfAnotherProviderIsNeverDeleted() {
        assertThat(judge(unasked(with(node("k3s://k3s-1"), Ready.UNKNOWN, false)), rules(true, Set.of()))
                        .when())
                .isEqualTo(When.NEVER);
    }

    @Test
    void silenceProvesNothingLessThanADestroy() {
        var silent = new VmLookup.Unknown(
                List.of(new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "nobody listens")));

        DeletionForecast said = judge(sight(LOST, silent), rules(true, Set.of()));

        assertThat(said.when()).isEqualTo(When.KEPT);
        assertThat(said.code()).contains(VsphereReason.VCENTER_UNREACHABLE);
        assertThat(said.why()).contains("vc-b", "unless it is proven that the VM was destroyed");
    }

    @Test
    void aVmThatIsThereKeepsItsNode() {
        assertThat(judge(sight(LOST, found(vm())), rules(true, Set.of())).when())
                .isEqualTo(When.NEVER);
    }

    private static DeletionForecast judge(NodeView node) {
        return judge(sight(node, missing()), rules(true, Set.of()));
    }

    private static DeletionForecast judge(NodeInput sight, LifecycleRules rules) {
        return DeletionForecastPolicy.evaluate(sight, new PlanRules(UpstreamNodes.SETTINGS, rules, true, true, false));
    }

    private static LifecycleRules rules(boolean deletes, Set<String> paused) {
        return new LifecycleRules(deletes, Duration.ofMinutes(10), BreakerRules.DEFAULTS, paused);
    }
}
