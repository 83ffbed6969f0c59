package dev.vspherecloud.ccm.application.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.explain.NodeSummary.Kind;
import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.FamilyPolicy;
import dev.vspherecloud.ccm.domain.address.NodeNetworks;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final NodeSettings SETTINGS = new NodeSettings(
            Map.of("vc-a", new AddressRules(List.of(IpFamily.IPV4), FamilyPolicy.REQUIRE, NodeNetworks.ANY)),
            Optional.of(new TopologyRules(
                    new TopologyCategories("k8s-zone", "k8s-region"), TopologyRules.Mode.COMPATIBLE, true)),
            Map.of(),
            AncestorLabels.NONE,
            false);

    /// The explanation must not decide by itself.
    @Test
    void theVerdictIsThatOfThePolicy() {
        var node = Situations.node("w-1", "", true, Map.of(), List.of());

        Explanation explained = Explanation.of(node, Situations.found(), SETTINGS, NodeContext.INITIAL, List.of());

        assertThat(explained.verdict())
                .isEqualTo(NodePolicy.decide(node, Situations.found(), SETTINGS, NodeContext.INITIAL));
    }

    @Test
    void everyAddressOfTheGuestAppearsWithAVerdict() {
        var node = Situations.node("w-1", "", true, Map.of(), List.of());

        Explanation explained = Explanation.of(node, Situations.found(), SETTINGS, NodeContext.INITIAL, List.of());

        assertThat(explained.candidates())
                .map(CandidateAddress::withPrefix)
                .containsExactly("10.1.0.5/16", "10.1.0.100/32", "10.244.0.1/24");
    }

    @Test
    void anAddressThatWasKeptAppearsThoughNotReported() {
        List<CandidateAddress> candidates = Situations.healthy().candidates();

        assertThat(candidates.getLast().address()).isEqualTo("10.1.0.7");
        assertThat(candidates.getLast().reported()).isEmpty();
    }

    @Test
    void everyPlaceAppearsOnEachPathItIsOn() {
        assertThat(Situations.healthy().ancestors())
                .map(place -> place.path() + " " + place.place().name() + ": " + place.rule())
                .containsExactly(
                        "host esx-1: no tag of either category",
                        "host blue: zone zone-a",
                        "pool Resources: not evaluated",
                        "folder dc-1: not evaluated");
    }

    @Test
    void aProviderIdThatNamesNoVmNeedsNoVcenter() {
        var node = Situations.node("w-1", "vsphere://w-1", false, Map.of(), List.of());

        assertThat(Explanation.withoutAsking(node)).hasValueSatisfying(explained -> {
            assertThat(explained.reasons()).map(Reason::code).containsExactly(VsphereReason.PROVIDER_ID_MALFORMED);
            assertThat(explained.ownership()).isEqualTo(Ownership.OURS);
        });
    }

    @Test
    void anInitialisedNodeIsTroubledByWhatATaintedOneWaitsFor() {
        var reason = new Reason(NodeReason.ADDRESSES_EXCLUDED, "all");
        var blocked = new NodeDecision.Blocked(reason);

        assertThat(NodeSummary.of(blocked, true, Ownership.OURS, List.of(reason)))
                .hasToString("waits: AddressesExcluded");
        assertThat(NodeSummary.of(blocked, false, Ownership.OURS, List.of(reason)))
                .hasToString("troubled: AddressesExcluded");
    }

    @Test
    void aRemarkOnTheVmIsAReasonToo() {
        var duplicate = new Reason(VsphereReason.VM_DUPLICATE, "vm-99 has it, too");
        var healthy = Situations.healthy();
        var explained = new Explanation(
                healthy.node(),
                Optional.of(new VmLookup.Found(Situations.vm(), "recorded", Optional.of(duplicate))),
                healthy.verdict(),
                List.of());

        assertThat(explained.reasons()).containsExactly(duplicate);
        assertThat(explained.state().kind()).isEqualTo(Kind.TROUBLED);
    }

    @Test
    void pendingLookupsAndTagsAreAwaited() {
        var node = Situations.node("w-1", "", true, Map.of(), List.of());
        var pending = Explanation.of(node, new VmLookup.Pending(), SETTINGS, NodeContext.INITIAL, List.of());
        var awaited = new Explanation(
                node,
                Optional.of(Situations.found()),
                Situations.verdict(
                        new NodeDecision.NoChange(),
                        Optional.<AddressChoice>of(Situations.chosen()),
                        Optional.of(new TopologyChoice.Awaited()),
                        List.of()),
                List.of());

        assertThat(List.of(pending, awaited)).allMatch(Explanation::isAwaited);
        assertThat(Situations.all()).noneMatch(Explanation::isAwaited);
    }
}
