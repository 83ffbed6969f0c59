package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.BIOS;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.sight;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.unasked;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.vm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.plan.UpstreamDeletion.When;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamDeletionPolicyTest {
    private static final String NOT_FOUND = "VmNotFound";

    /// cloud-provider-vsphere (Go) deletes a Node if a search ends without a VM and without an error.
    static Stream<NodeInput> endangered() {
        var vm = vm();
        return Stream.of(
                sight(node(), missing()),
                sight(node(), new VmLookup.Elsewhere(vm, "dc-2")),
                sight(node(), new VmLookup.Conflict(BIOS, List.of(), BIOS, List.of(vm))),
                sight(node(), found(vm(PowerState.ON, ConnectionState.INACCESSIBLE))),
                sight(
                        node(),
                        new VmLookup.Unreadable(new VmCandidate.Unreadable(
                                "vc-a", "w-1", UpstreamNodes.REF, ConnectionState.INACCESSIBLE))),
                unasked(node("aws:///eu-1/i-1")),
                unasked(node("vsphere://torn")));
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void aSearchWithoutAVmDeletesTheNodeOnceItIsNotReady(NodeInput sight) {
        assertThat(judge(sight).when()).isEqualTo(When.ONCE_NOT_READY);
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void aNodeThatIsNotReadyIsDeletedAtTheNextLookAlsoWhileItsKubeletSpeaks(NodeInput sight) {
        for (Ready ready : List.of(Ready.FALSE, Ready.UNKNOWN)) {
            assertThat(judge(new NodeInput(with(sight.node(), ready, false), sight.lookup(), sight.context()))
                            .when())
                    .isEqualTo(When.NOW);
        }
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void theVariableKeepsThemAndSoDoesASwitchedOffController(NodeInput sight) {
        var rules = UpstreamNodes.RULES;
        assertThat(UpstreamDeletionPolicy.evaluate(
                                sight, new PlanRules(rules.settings(), rules.lifecycle(), true, true, true))
                        .when())
                .isEqualTo(When.SWITCHED_OFF);
        assertThat(UpstreamDeletionPolicy.evaluate(
                        sight, new PlanRules(rules.settings(), rules.lifecycle(), true, false, false)))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    static Stream<NodeInput> safe() {
        return Stream.of(
                sight(node(), found(vm())),
                sight(node(), found(vm(PowerState.OFF, ConnectionState.CONNECTED))),
                sight(node(), found(vm(PowerState.ON, ConnectionState.DISCONNECTED))),
                sight(node(), new VmLookup.Conflict(BIOS, List.of(vm()), BIOS, List.of(vm()))),
                sight(node(), new VmLookup.Ambiguous(List.of(vm(), vm()))),
                sight(node(), new VmLookup.Template(vm())),
                sight(node(), new VmLookup.Placeholder(vm())));
    }

    @ParameterizedTest
    @MethodSource("safe")
    void aVmThatIsFoundKeepsItsNode(NodeInput sight) {
        assertThat(judge(new NodeInput(with(sight.node(), Ready.UNKNOWN, false), sight.lookup(), sight.context())))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    @Test
    void aVcenterThatDoesNotAnswerIsAnErrorAndKeepsTheNode() {
        var silent = new VmLookup.Unknown(
                List.of(new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "nobody listens")));

        assertThat(judge(sight(with(node(), Ready.UNKNOWN, false), silent))).isEqualTo(UpstreamDeletion.NEVER);
    }

    /// It is searched by name, and a name that is not found is an error.
    @Test
    void aNodeWithoutAProviderIdIsNeverDeleted() {
        assertThat(judge(sight(with(node(""), Ready.UNKNOWN, false), missing())))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vsphere://", "vsphere:// "})
    void anEmptyKeyIsRefusedBeforeAnythingIsSearched(String providerId) {
        assertThat(judge(unasked(node(providerId)))).isEqualTo(UpstreamDeletion.NEVER);
    }

    @Test
    void theReasonIsNamed() {
        assertThat(endangered().map(sight -> judge(sight).danger()).flatMap(Optional::stream))
                .map(UpstreamDeletionRisk::text)
                .containsExactly(
                        NOT_FOUND,
                        "VmOutsideDatacenters",
                        NOT_FOUND,
                        "VmInaccessible",
                        "VmUnreadable",
                        "ProviderIdForeign",
                        "ProviderIdMalformed");
    }

    private static UpstreamDeletion judge(NodeInput sight) {
        return UpstreamDeletionPolicy.evaluate(sight, UpstreamNodes.RULES);
    }
}
