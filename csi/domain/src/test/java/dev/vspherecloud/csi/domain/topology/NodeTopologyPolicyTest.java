package dev.vspherecloud.csi.domain.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.topology.NodeTopology.State;
import dev.vspherecloud.csi.domain.topology.NodeTopologyDecision.Labels;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.StaticAddresses;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeTopologyPolicyTest {
    private static final String UUID_TEXT = "11223344-5566-7788-99aa-bbccddeeff00";
    private static final String SWAPPED = "44332211-6655-8877-99aa-bbccddeeff00";
    private static final String ZONE = "topology.csi.vmware.com/k8s-zone";
    private static final String REGION = "topology.csi.vmware.com/k8s-region";
    private static final List<TopologyCategory> CATEGORIES =
            List.of(new TopologyCategory("k8s-zone", ZONE), new TopologyCategory("k8s-region", REGION));
    private static final NodeTopology ASKED = new NodeTopology(UUID_TEXT, State.UNANSWERED, Map.of());

    private static InventoryObject object(String kind, String name, Tag... tags) {
        return new InventoryObject(kind, name, name, new TagState.Read(List.of(tags)));
    }

    private static Tag zone(String name) {
        return new Tag("k8s-zone", name);
    }

    private static Tag region(String name) {
        return new Tag("k8s-region", name);
    }

    private static VmLookup vm(InventoryObject... path) {
        return vm(List.of(), path);
    }

    private static VmLookup vm(List<String> unseen, InventoryObject... path) {
        return new VmLookup.Found(new Vm(
                "vc-a",
                "w-1",
                new VmIdentity(
                        new VmRef(new UUID(1, 1), "vm-1"),
                        SystemUuid.parse(UUID_TEXT).orElseThrow(),
                        new UUID(2, 2)),
                VmRole.MACHINE,
                ConnectionState.CONNECTED,
                PowerState.ON,
                new Guest("", List.of(), true, List.of(), new StaticAddresses.None()),
                new Hardware(2, 4096, "", 1),
                new Placement(List.of(path), List.of(), List.of(), unseen),
                Optional.empty()));
    }

    private static final VmLookup TAGGED =
            vm(object("HostSystem", "esx-1", zone("a")), object("Datacenter", "dc", region("eu")));

    private static NodeTopologyDecision decide(NodeTopology asked, Map<String, String> labels, VmLookup vm) {
        return NodeTopologyPolicy.decide(asked, CATEGORIES, labels, vm);
    }

    @Test
    void withoutCategoriesTheAnswerHasNoLabels() {
        assertThat(NodeTopologyPolicy.decide(ASKED, List.of(), Map.of(), new VmLookup.Missing(List.of())))
                .isEqualTo(new Labels(Map.of(), List.of()));
    }

    @Test
    void tagsOfHostAndAncestorsGiveTheLabels() {
        assertThat(decide(ASKED, Map.of(), TAGGED)).isEqualTo(new Labels(Map.of(ZONE, "a", REGION, "eu"), List.of()));
    }

    @Test
    void uuidMayBeInTheOtherByteOrder() {
        assertThat(decide(new NodeTopology(SWAPPED, State.UNANSWERED, Map.of()), Map.of(), TAGGED))
                .isInstanceOf(Labels.class);
    }

    @Test
    void nearestTagWinsAndTheOtherIsReported() {
        VmLookup vm = vm(
                object("HostSystem", "esx-1", zone("a")),
                object("ClusterComputeResource", "cl", zone("b"), region("eu")));

        assertThat(decide(ASKED, Map.of(), vm))
                .isEqualTo(new Labels(
                        Map.of(ZONE, "a", REGION, "eu"),
                        List.of("category k8s-zone: found the tag a on HostSystem esx-1, which is nearer than b on"
                                + " ClusterComputeResource cl, so it wins; remove one of them")));
    }

    @Test
    void labelOfTheNodeWinsOverAnswerAndTags() {
        var answered = new NodeTopology(UUID_TEXT, State.SUCCESS, Map.of(ZONE, "x", REGION, "region-2"));

        assertThat(decide(answered, Map.of(ZONE, "z"), TAGGED))
                .isEqualTo(new Labels(
                        Map.of(ZONE, "z", REGION, "region-2"),
                        List.of("topology: found topology.csi.vmware.com/k8s-region=region-2,"
                                + " topology.csi.vmware.com/k8s-zone=z, but the tags in vCenter say"
                                + " topology.csi.vmware.com/k8s-region=eu, topology.csi.vmware.com/k8s-zone=a; the"
                                + " labels stay, because volumes depend on them: move the VM back, correct the tags,"
                                + " or delete the Node and let it register again")));
    }

    @Test
    void answerAfterAnErrorDoesNotCount() {
        var failed = new NodeTopology(UUID_TEXT, State.ERROR, Map.of(ZONE, "x"));

        assertThat(decide(failed, Map.of(), TAGGED)).isEqualTo(new Labels(Map.of(ZONE, "a", REGION, "eu"), List.of()));
    }

    @Test
    void completeLabelsNeedNoVcenter() {
        assertThat(decide(ASKED, Map.of(ZONE, "z", REGION, "r"), new VmLookup.Pending()))
                .isEqualTo(new Labels(Map.of(ZONE, "z", REGION, "r"), List.of()));
    }

    @Test
    void unknownStatesAreAwaited() {
        var failed = new InventoryObject("HostSystem", "h", "esx-1", new TagState.Failed("no answer"));
        var awaited = new InventoryObject("HostSystem", "h", "esx-1", new TagState.Awaited());
        var silent = new VmLookup.Unknown(List.of(new VmLookup.Silence("vc-a", "vc-a is down")));

        assertThat(List.of(
                        decide(ASKED, Map.of(), vm(failed)),
                        decide(ASKED, Map.of(), vm(awaited)),
                        decide(ASKED, Map.of(), silent),
                        decide(ASKED, Map.of(), new VmLookup.Pending())))
                .containsExactly(
                        new NodeTopologyDecision.NotKnown("the tags of HostSystem esx-1 cannot be read: no answer"),
                        new NodeTopologyDecision.NotKnown("the tags of HostSystem esx-1 are being read"),
                        new NodeTopologyDecision.NotKnown("vc-a is down"),
                        new NodeTopologyDecision.NotKnown("the VM of the Node is being looked up"));
    }

    @Test
    void errorsSayWhatToDo() {
        var hidden = new InventoryObject("Folder", "f", "group-1", new TagState.Hidden());

        assertError(
                vm(object("HostSystem", "esx-1", zone("a"))),
                "found no tag of category k8s-region on HostSystem esx-1 or above it, expected one; attach it to the"
                        + " host, its cluster, a folder or the datacenter");
        assertError(
                vm(object("HostSystem", "esx-1", zone("a"), zone("b"))),
                "category k8s-zone: found the tags a, b on HostSystem esx-1, expected one; remove the others");
        assertError(
                vm(object("HostSystem", "esx-1", zone("a b")), object("Datacenter", "dc", region("eu"))),
                "found the tag a b of category k8s-zone on HostSystem esx-1, expected letters, digits, \"-\", \"_\""
                        + " and \".\", with a letter or digit at both ends; rename it");
        assertError(
                vm(hidden),
                "found an object above the VM that the account may not read, expected System.Read on all objects above"
                        + " it; give the account the privilege on Folder group-1");
        assertError(
                vm(List.of("k8s-zone"), object("HostSystem", "esx-1")),
                "found no tag category k8s-zone in vCenter, expected it; create it, or give the account System.Read on"
                        + " it");
        assertError(vm(), "found no host of the VM, expected one; give the account System.Read on the hosts");
        assertError(
                new VmLookup.Missing(List.of("vc-a")),
                "found no VM with the UUID of the Node on vc-a, expected one; add the vCenter of the VM, or give the"
                        + " account System.Read on it");
        assertThat(decide(
                        new NodeTopology("00000000-0000-4000-8000-000000000001", State.UNANSWERED, Map.of()),
                        Map.of(),
                        TAGGED))
                .isEqualTo(new NodeTopologyDecision.Refused(
                        "found the UUID 00000000-0000-4000-8000-000000000001 in the CSINodeTopology, expected "
                                + UUID_TEXT + " of the VM w-1 (vm-1 on vc-a); restart the node plugin"));
    }

    private static void assertError(VmLookup vm, String message) {
        assertThat(decide(ASKED, Map.of(), vm)).isEqualTo(new NodeTopologyDecision.Refused(message));
    }
}
