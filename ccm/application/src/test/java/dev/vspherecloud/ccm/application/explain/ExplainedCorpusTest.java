package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.explain.AddressChange.Kind;
import dev.vspherecloud.ccm.application.print.PageStyle;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.testkit.corpus.GuestSituation;
import dev.vspherecloud.testkit.corpus.GuestSituation.Outcome;
import dev.vspherecloud.testkit.corpus.GuestSituation.Report;
import dev.vspherecloud.testkit.fakes.Vms;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Explains guest reports that were seen in the field.
class ExplainedCorpusTest {
    static List<GuestSituation> situations() {
        return GuestSituation.all();
    }

    /// Situations with one report. If a later report depends on the memory of an earlier one, a single evaluation
    /// cannot know the outcome.
    static Stream<GuestSituation> situationsOfOneReport() {
        return situations().stream().filter(situation -> situation.reports().size() == 1);
    }

    @ParameterizedTest
    @MethodSource("situations")
    void everyAddressOfTheGuestHasAVerdict(GuestSituation situation) {
        List<CandidateAddress> candidates = explained(situation).candidates();

        assertThat(candidates.stream()
                        .filter(candidate -> candidate.reported().isPresent())
                        .map(CandidateAddress::address))
                .containsExactlyElementsOf(last(situation).guest().nics().stream()
                        .flatMap(nic -> nic.addresses().stream())
                        .map(address -> address.text())
                        .toList());
        assertThat(candidates)
                .allSatisfy(candidate -> assertThat(candidate.rule()).isNotBlank());
    }

    /// The corpus defines the conclusion, and the words are those of the text output.
    @ParameterizedTest
    @MethodSource("situationsOfOneReport")
    void theConclusionIsThatOfTheCorpus(GuestSituation situation) {
        String text = ExplanationText.of(explained(situation), PageStyle.PLAIN);

        assertThat(text.lines().findFirst()).contains("Node w-1: " + expectedState(situation));
        assertThat(text.replaceAll("\\s+", " ").strip()).endsWith(expectedStep(situation));
    }

    private static String expectedState(GuestSituation situation) {
        return switch (situation.expected()) {
            case Outcome.Waiting(ReasonCode reason) -> "waits: " + reason.text();
            case Outcome.Shown(List<NodeAddress> shown, var _)
            when !situation.node().isEmpty() && isTheSame(shown, situation.node()) -> "ready";
            case Outcome.Shown _ -> "due";
        };
    }

    private static String expectedStep(GuestSituation situation) {
        return switch (situation.expected()) {
            case Outcome.Waiting _ ->
                "Wait: the taint stays. The provider evaluates the Node again as soon as the VM, an object above it, or"
                        + " the configuration changes.";
            case Outcome.Shown _
            when situation.node().isEmpty() ->
                "Initialise the Node: write its addresses, then the provider ID"
                        + " vsphere://42000000-0000-0000-0000-0000000000a1, the labels and the annotations that record"
                        + " its VM, and remove the taint in the same step.";
            case Outcome.Shown(List<NodeAddress> shown, var _)
            when isTheSame(shown, situation.node()) ->
                "Write the annotations that record the Node's VM, and nothing else.";
            case Outcome.Shown _ -> "Write the addresses that are listed above.";
        };
    }

    private static boolean isTheSame(List<NodeAddress> shown, List<NodeAddress> present) {
        return Set.copyOf(shown).equals(Set.copyOf(present));
    }

    @ParameterizedTest
    @MethodSource("situationsOfOneReport")
    void theNodeGetsTheExpectedAddresses(GuestSituation situation) {
        Explanation explained = explained(situation);

        switch (situation.expected()) {
            case Outcome.Shown(List<NodeAddress> addresses, var _) ->
                assertThat(explained.addresses().stream()
                                .filter(change -> change.kind() != Kind.REMOVED)
                                .map(AddressChange::address)
                                .filter(address -> address.type() != NodeAddress.Type.HOSTNAME))
                        .containsExactlyInAnyOrderElementsOf(addresses.stream()
                                .filter(address -> address.type() != NodeAddress.Type.HOSTNAME)
                                .toList());
            case Outcome.Waiting _ -> assertThat(explained.state().kind()).isEqualTo(NodeSummary.Kind.WAITS);
        }
    }

    private static Explanation explained(GuestSituation situation) {
        return Explanation.of(node(situation), found(situation), settings(situation), context(situation), List.of());
    }

    private static Report last(GuestSituation situation) {
        return situation.reports().getLast();
    }

    private static NodeView node(GuestSituation situation) {
        var meta = new NodeMeta(
                new NodeName("w-1"), "uid-1", "7", Instant.EPOCH, Map.of(), annotations(situation.provided()));
        return new NodeView(
                meta, "", Situations.BIOS.toString(), situation.node().isEmpty(), situation.node(), NodeHealth.HEALTHY);
    }

    private static Map<String, String> annotations(ProvidedNodeIps provided) {
        return switch (provided) {
            case ProvidedNodeIps.None() -> Map.of();
            case ProvidedNodeIps.Listed(List<InetAddress> ips) ->
                Map.of(
                        ProvidedNodeIps.ANNOTATION,
                        ips.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(",")));
            case ProvidedNodeIps.Malformed(String text) -> Map.of(ProvidedNodeIps.ANNOTATION, text);
        };
    }

    private static VmLookup found(GuestSituation situation) {
        Vm like = Situations.vm();
        return new VmLookup.Found(Vms.machine(
                like.vcenter(),
                like.name(),
                like.identity(),
                PowerState.ON,
                last(situation).guest(),
                last(situation).hardware(),
                like.placement()));
    }

    private static NodeSettings settings(GuestSituation situation) {
        return new NodeSettings(
                Map.of("vc-a", situation.rules()), Optional.empty(), Map.of(), AncestorLabels.NONE, false);
    }

    private static NodeContext context(GuestSituation situation) {
        return new NodeContext(ReportHistory.EMPTY, situation.virtualIpHints(), 0);
    }
}
