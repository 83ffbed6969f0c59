package dev.vspherecloud.ccm.application.plan;

import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.BIOS;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.found;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.input;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.inputWithoutVm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.missing;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.node;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.vm;
import static dev.vspherecloud.ccm.application.plan.UpstreamNodes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.plan.UpstreamDeletion.When;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
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
                input(node(), missing()),
                input(node(), new VmLookup.Elsewhere(vm, new OtherDatacenter("/dc-2", List.of(), "add it"))),
                input(node(), new VmLookup.Conflict(BIOS, List.of(), BIOS, List.of(vm))),
                input(node(), found(vm(PowerState.ON, ConnectionState.INACCESSIBLE))),
                input(
                        node(),
                        new VmLookup.Unreadable(new VmCandidate.Unreadable(
                                "vc-a", "w-1", UpstreamNodes.REF, ConnectionState.INACCESSIBLE))),
                inputWithoutVm(node("aws:///eu-1/i-1")),
                inputWithoutVm(node("vsphere://torn")));
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void aSearchWithoutAVmDeletesTheNodeOnceItIsNotReady(NodeInput input) {
        assertThat(forecast(input).when()).isEqualTo(When.ONCE_NOT_READY);
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void aNodeThatIsNotReadyIsDeletedAtTheNextCheckEvenIfItsKubeletReports(NodeInput input) {
        for (Ready ready : List.of(Ready.FALSE, Ready.UNKNOWN)) {
            assertThat(forecast(new NodeInput(with(input.node(), ready, false), input.lookup(), input.context()))
                            .when())
                    .isEqualTo(When.NOW);
        }
    }

    @ParameterizedTest
    @MethodSource("endangered")
    void theVariableAndADisabledControllerKeepTheNode(NodeInput input) {
        var rules = UpstreamNodes.RULES;
        assertThat(UpstreamDeletionPolicy.evaluate(
                                input, new PlanRules(rules.settings(), rules.lifecycle(), true, true, true))
                        .when())
                .isEqualTo(When.SWITCHED_OFF);
        assertThat(UpstreamDeletionPolicy.evaluate(
                        input, new PlanRules(rules.settings(), rules.lifecycle(), true, false, false)))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    static Stream<NodeInput> safe() {
        return Stream.of(
                input(node(), found(vm())),
                input(node(), found(vm(PowerState.OFF, ConnectionState.CONNECTED))),
                input(node(), found(vm(PowerState.ON, ConnectionState.DISCONNECTED))),
                input(node(), new VmLookup.Conflict(BIOS, List.of(vm()), BIOS, List.of(vm()))),
                input(node(), new VmLookup.Ambiguous(List.of(vm(), vm()))),
                input(node(), new VmLookup.Template(vm())),
                input(node(), new VmLookup.Placeholder(vm())));
    }

    @ParameterizedTest
    @MethodSource("safe")
    void aVmThatIsFoundKeepsItsNode(NodeInput input) {
        assertThat(forecast(new NodeInput(with(input.node(), Ready.UNKNOWN, false), input.lookup(), input.context())))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    @Test
    void aVcenterThatDoesNotAnswerIsAnErrorAndKeepsTheNode() {
        var silent = new VmLookup.Unknown(
                List.of(new VmLookup.Silence("vc-b", VsphereReason.VCENTER_UNREACHABLE, "connection refused")));

        assertThat(forecast(input(with(node(), Ready.UNKNOWN, false), silent))).isEqualTo(UpstreamDeletion.NEVER);
    }

    /// It is searched by name, and a name that is not found is an error.
    @Test
    void aNodeWithoutAProviderIdIsNeverDeleted() {
        assertThat(forecast(input(with(node(""), Ready.UNKNOWN, false), missing())))
                .isEqualTo(UpstreamDeletion.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vsphere://", "vsphere:// "})
    void anEmptyKeyIsRefusedBeforeAnythingIsSearched(String providerId) {
        assertThat(forecast(inputWithoutVm(node(providerId)))).isEqualTo(UpstreamDeletion.NEVER);
    }

    @Test
    void theReasonIsNamed() {
        assertThat(endangered().map(input -> forecast(input).danger()).flatMap(Optional::stream))
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

    private static UpstreamDeletion forecast(NodeInput input) {
        return UpstreamDeletionPolicy.evaluate(input, UpstreamNodes.RULES);
    }
}
