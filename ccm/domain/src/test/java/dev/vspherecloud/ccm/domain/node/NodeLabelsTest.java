package dev.vspherecloud.ccm.domain.node;

import static dev.vspherecloud.ccm.domain.NodeFixtures.PLAIN;
import static dev.vspherecloud.ccm.domain.NodeFixtures.addresses;
import static dev.vspherecloud.ccm.domain.NodeFixtures.rules;
import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.ZONES;
import static dev.vspherecloud.domain.Fixtures.guest;
import static dev.vspherecloud.domain.Fixtures.nowhere;
import static dev.vspherecloud.domain.Fixtures.place;
import static dev.vspherecloud.domain.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.topology.AncestorLabels;
import dev.vspherecloud.domain.topology.TopologyCategories;
import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRole;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests which labels a Node gets, and how the provider changes existing ones. In short forms, `zone`, `region`
/// and `type` are the newer keys, `~zone` and so on the older ones, and `host` is the label of a place.
class NodeLabelsTest {
    private static final String TYPE = "vsphere-vm.cpu-4.mem-16gb.os-photon";
    private static final Map<String, String> KEYS = Map.of(
            "zone", "topology.kubernetes.io/zone",
            "~zone", "failure-domain.beta.kubernetes.io/zone",
            "region", "topology.kubernetes.io/region",
            "~region", "failure-domain.beta.kubernetes.io/region",
            "type", "node.kubernetes.io/instance-type",
            "~type", "beta.kubernetes.io/instance-type",
            "host", "e.org/host");

    private static final TopologyRules LENIENT =
            new TopologyRules(ZONES.categories(), TopologyRules.Mode.NEAREST, false);
    private static final AncestorLabels HOST = new AncestorLabels(Map.of(AncestorLabels.Kind.HOST, "e.org/host"));

    /// The VM is in zone `za` and region `r`, on the host `h`.
    private static final Vm VM = vm(guest("10.1.0.5"), placement("k8s-zone=za", "k8s-region=r"));

    // At initialisation

    @ParameterizedTest(name = "{0} on {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        team=blue                               | -              | team=blue
        team=blue                               | team=blue      | -
        team=blue                               | team=red       | -
        team=                                   | -              | team=
        kubernetes.io/x=1                       | -              | -
        k8s.io/x=1                              | -              | -
        topology.kubernetes.io/region=r         | -              | -
        topology.k8s.io/region=r                | -              | -
        app.k8snio/bar=1                        | -              | app.k8snio/bar=1
        k8snio/bar=1                            | -              | k8snio/bar=1
        topology.k8s.cp/zone-id=1               | -              | topology.k8s.cp/zone-id=1
        my.custom.label/foo=1, team=blue        | team=red       | my.custom.label/foo=1
        """)
    @Conforms("N18 N19 VN09")
    void extraLabelsAreAddedAndNeverReplace(@Nullable String wanted, @Nullable String present, @Nullable String added) {
        assertThat(NodeLabels.extra(labels(wanted), labels(present))).isEqualTo(labels(added));
    }

    @Test
    void aPlaceLabelWinsOverAnExtraLabelWithTheSameKey() {
        var settings = new NodeSettings(
                PLAIN.addresses(), Optional.empty(), Map.of("e.org/host", "extra", "team", "blue"), HOST, false);

        assertThat(decide(node(true, Map.of("e.org/host", "old")), VM, settings).decision())
                .isInstanceOfSatisfying(NodeDecision.Initialise.class, initialise -> assertThat(
                                initialise.patch().labels())
                        .isEqualTo(labels("host=h, team=blue, type=T, ~type=T")));
    }

    // Older keys win

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        -                                       | -
        zone=a                                  | -
        ~zone=a, zone=a                         | -
        ~zone=b, zone=a                         | zone=b
        ~zone=b                                 | zone=b
        ~region=b, region=a, ~type=x, ~zone=z   | region=b, type=x, zone=z
        region=b, ~type=x, type=x               | -
        """)
    @Conforms("NL1 NL2 NL3")
    void newerKeysFollowTheOlderOnes(@Nullable String present, @Nullable String changed) {
        assertThat(NodeLabels.relabelFromOlderKeys(labels(present)).map(NodeDecision.Relabel::labels))
                .isEqualTo(Optional.ofNullable(changed).map(NodeLabelsTest::labels));
    }

    @Test
    void olderKeysAreCopiedAfterTheAddressesAndBeforeADriftIsCorrected() {
        NodeView node = node(false, labels("~zone=zx, zone=zy, region=r, type=T"));

        assertThat(decide(node, VM, zoned(true)).decision())
                .isEqualTo(new NodeDecision.Relabel(
                        labels("zone=zx"), "the older keys of these labels have these values"));
        assertThat(decide(node, vm(guest("10.1.0.6"), VM.placement()), zoned(true))
                        .decision())
                .isInstanceOf(NodeDecision.UpdateAddresses.class);
    }

    // Drift

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        zone=za, region=r, type=T, host=h       | -                                  | -
        zone=zb, region=r, type=T, host=h       | TopologyDrift zone=za instead of zb | zone=za, ~zone=za, ~region=r
        zone=zb, ~zone=zb, region=r, ~region=r, type=T, host=h | TopologyDrift zone=za instead of zb | zone=za, ~zone=za
        zone=za, region=q, type=T, host=h       | TopologyDrift region=r instead of q | region=r, ~zone=za, ~region=r
        type=T, host=h                          | TopologyDrift region=r, which the Node does not have and zone=za, which the Node does not have | zone=za, ~zone=za, region=r, ~region=r
        zone=za, region=r, type=T, host=g       | TopologyDrift host=h instead of g  | host=h, ~zone=za, ~region=r
        zone=za, region=r, type=T               | TopologyDrift host=h, which the Node does not have | host=h, ~zone=za, ~region=r
        zone=za, region=r, type=S, host=h       | InstanceTypeDrift type=T instead of S | type=T, ~type=T
        zone=za, region=r, host=h               | -                                  | type=T, ~type=T
        zone=zb, region=r, type=S, host=h       | TopologyDrift zone=za instead of zb; InstanceTypeDrift type=T instead of S | zone=za, ~zone=za, ~region=r, type=T, ~type=T
        """)
    void aDriftIsRemarkedOrCorrected(String present, @Nullable String remarked, @Nullable String corrected) {
        NodeView node = node(false, labels(present));

        NodeVerdict remarkedOnly = decide(node, VM, zoned(false));
        NodeVerdict correcting = decide(node, VM, zoned(true));

        assertThat(remarkedOnly.decision()).isEqualTo(new NodeDecision.NoChange());
        assertThat(inShort(remarkedOnly.remarks())).isEqualTo(remarked == null ? "" : remarked);
        assertThat(correcting.remarks()).isEmpty();
        assertThat(correcting.decision() instanceof NodeDecision.Relabel relabel ? relabel.labels() : Map.of())
                .isEqualTo(labels(corrected));
    }

    @Test
    void aDriftIsRemarkedInOneSentence() {
        NodeView node = node(false, labels("zone=zb, region=r, type=T, host=h"));

        assertThat(decide(node, VM, zoned(false)).remarks())
                .singleElement()
                .asString()
                .isEqualTo(
                        "TopologyDrift: its VM w-1 (vm-62 on vc-a) now requires topology.kubernetes.io/zone=za instead of"
                                + " zb; the provider does not change the label unless you set labels.relabel to true");
    }

    @Test
    void unknownValuesAreNoDriftAndChangeNothing() {
        var unread = new InventoryObject("HostSystem", "host-7", "host-7", new TagState.Failed("no right"));
        var awaited = new InventoryObject("HostSystem", "host-7", "host-7", new TagState.Awaited());
        NodeView node = node(false, labels("zone=zb, region=r, type=T, host=g"));

        for (Placement placement : List.of(onHost(unread), onHost(awaited), nowhere())) {
            NodeVerdict verdict = decide(node, vm(guest("10.1.0.5"), placement), zoned(true));

            assertThat(verdict.decision()).isEqualTo(new NodeDecision.NoChange());
            assertThat(verdict.remarks()).map(reason -> reason.code().group()).doesNotContain(ReasonGroup.CONFLICT);
        }
    }

    @Test
    void aMoveIsRemarkedAsAWholeOnceTheTagsAreRead() {
        var awaited = new InventoryObject("HostSystem", "host-7", "h", new TagState.Awaited());
        var failed = new InventoryObject("HostSystem", "host-7", "h", new TagState.Failed("no right"));
        NodeView node = node(false, labels("zone=zb, region=r, type=T, host=g"));

        assertThat(decide(node, vm(guest("10.1.0.5"), onHost(awaited)), zoned(false))
                        .remarks())
                .isEmpty();
        assertThat(inShort(decide(node, vm(guest("10.1.0.5"), onHost(failed)), zoned(false))
                        .remarks()))
                .isEqualTo("TopologyDrift host=h instead of g");
    }

    @Test
    void aZoneWhoseTagIsGoneStays() {
        var settings = new NodeSettings(PLAIN.addresses(), Optional.of(LENIENT), Map.of(), AncestorLabels.NONE, true);
        NodeView node = node(false, labels("zone=zb, ~zone=zb, region=q, ~region=q, type=T, ~type=T"));

        assertThat(decide(node, vm(guest("10.1.0.5"), placement("k8s-region=q")), settings)
                        .decision())
                .isEqualTo(new NodeDecision.NoChange());
    }

    @Test
    void aCategoryThatIsNotConfiguredIsNotCompared() {
        var onlyZones = new TopologyRules(
                new TopologyCategories(Optional.of("k8s-zone"), Optional.empty()), TopologyRules.Mode.COMPATIBLE, true);
        var settings =
                new NodeSettings(PLAIN.addresses(), Optional.of(onlyZones), Map.of(), AncestorLabels.NONE, false);

        assertThat(decide(node(false, labels("zone=za, region=q, type=T")), VM, settings)
                        .remarks())
                .isEmpty();
    }

    @Test
    void anInaccessibleVmIsNotCompared() {
        Vm inaccessible = new Vm(
                VM.vcenter(),
                VM.name(),
                VM.identity(),
                VmRole.MACHINE,
                ConnectionState.INACCESSIBLE,
                VM.power(),
                VM.guest(),
                VM.hardware(),
                VM.placement(),
                Optional.empty());

        assertThat(decide(node(false, labels("zone=zb, region=r, type=S, host=h")), inaccessible, zoned(false))
                        .remarks())
                .map(Reason::code)
                .containsExactly(NodeReason.VM_INACCESSIBLE);
    }

    @Test
    void labelsAreUpdatedEvenIfAddressesCannotBe() {
        NodeView node = node(false, labels("zone=zb, region=r, type=T, host=h"));
        NodeSettings correcting = forIpv6(zoned(true));
        NodeSettings remarking = forIpv6(zoned(false));

        assertThat(decide(node, VM, correcting).decision()).isInstanceOf(NodeDecision.Relabel.class);
        assertThat(decide(node, VM, remarking).decision()).isInstanceOf(NodeDecision.Blocked.class);
    }

    private static NodeVerdict decide(NodeView node, Vm vm, NodeSettings settings) {
        return NodePolicy.decide(node, new VmLookup.Found(vm), settings, NodeContext.INITIAL);
    }

    private static NodeSettings zoned(boolean relabel) {
        return new NodeSettings(PLAIN.addresses(), Optional.of(ZONES), Map.of(), HOST, relabel);
    }

    private static NodeSettings forIpv6(NodeSettings settings) {
        return new NodeSettings(
                Map.of("vc-a", rules("families=ipv6")),
                settings.topology(),
                settings.extraLabels(),
                settings.ancestorLabels(),
                settings.relabel());
    }

    private static NodeView node(boolean tainted, Map<String, String> labels) {
        var meta = new NodeMeta(
                new NodeName("w-1"),
                "uid-1",
                "7",
                Instant.EPOCH,
                labels,
                RecordedVm.of(VM).annotations());
        return new NodeView(
                meta,
                "vsphere://" + BIOS,
                BIOS.toString(),
                tainted,
                addresses("w-1.example", "10.1.0.5"),
                NodeHealth.HEALTHY);
    }

    private static Placement placement(String... tags) {
        return onHost(place("HostSystem", "h", tags));
    }

    private static Placement onHost(InventoryObject host) {
        return new Placement(List.of(host), List.of(), List.of(), List.of());
    }

    private static Map<String, String> labels(@Nullable String words) {
        var labels = new HashMap<String, String>();
        for (String word : words == null ? new String[0] : words.split(", ")) {
            int equals = word.indexOf('=');
            String key = word.substring(0, equals);
            String value = word.substring(equals + 1);
            labels.put(KEYS.getOrDefault(key, key), value.equals("T") ? TYPE : value);
        }
        return labels;
    }

    /// Formats the reasons without the text that all have, and with short keys.
    private static String inShort(List<Reason> reasons) {
        String text = reasons.stream()
                .map(reason -> reason.toString()
                        .replace(": its VM w-1 (vm-62 on vc-a) now requires", "")
                        .replace("; the provider does not change the label unless you set labels.relabel to true", ""))
                .collect(Collectors.joining("; "));
        for (Map.Entry<String, String> key : KEYS.entrySet()) {
            text = text.replace(key.getValue() + "=", key.getKey() + "=");
        }
        return text.replace(TYPE, "T");
    }
}
