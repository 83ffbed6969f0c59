package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.VCENTER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.bios;
import static dev.vspherecloud.vsphere.inventory.Fixtures.fresh;
import static dev.vspherecloud.vsphere.inventory.Fixtures.instance;
import static dev.vspherecloud.vsphere.inventory.Fixtures.node;
import static dev.vspherecloud.vsphere.inventory.Fixtures.place;
import static dev.vspherecloud.vsphere.inventory.Fixtures.recorded;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static dev.vspherecloud.vsphere.inventory.Fixtures.unreadableVm;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.datacenter.DatacenterPath;
import dev.vspherecloud.domain.datacenter.DatacenterRule;
import dev.vspherecloud.domain.datacenter.DatacenterSelection;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SnapshotLookupTest {
    private static final MoRef CLUSTER = new MoRef("ClusterComputeResource", "domain-c1");
    private static final MoRef DATACENTER = new MoRef("Datacenter", "datacenter-1");
    private static final MoRef ROOT = new MoRef("Folder", "group-d1");
    private static final DatacenterSelection EVERYWHERE = datacenters(List.of());
    private static final Tag ZONE = new Tag("k8s-zone", "a");
    private static final VcenterAnswer NONE = new VcenterAnswer.Answered("vc-a", List.of());
    private static final VmLocation CANDIDATE = new VmLocation.Candidates(Set.of(ref(1)));

    @Test
    void hasNoAnswerBeforeASearchAndBeforeTheVmIsRead() {
        assertThat(answer(Map.of())).isEmpty();
        assertThat(answer(CANDIDATE)).isEmpty();
        assertThat(answer(new VmLocation.NotAsked())).isEmpty();
    }

    @Test
    void aSearchWithoutAHitIsAnAnswer() {
        assertThat(answer(new VmLocation.Nothing())).contains(NONE);
    }

    @Test
    void aHitHasTheIdentityOfTheVm() {
        Vm vm = hit(CANDIDATE, vm(1));

        assertThat(vm.vcenter()).isEqualTo("vc-a");
        assertThat(vm.identity()).isEqualTo(new VmIdentity(new VmRef(VCENTER, "vm-1"), bios(1), instance(1)));
    }

    @Test
    void twoVmsWithTheUuidAreTwoHits() {
        var twin = vm(2, Optional.of(new VmRecord.Uuids(bios(1), instance(2))));

        assertThat(candidates(answer(new VmLocation.Candidates(Set.of(ref(1), ref(2))), vm(1), twin)))
                .hasSize(2)
                .allMatch(VmCandidate.Known.class::isInstance);
    }

    @Test
    void aResultForAnotherUuidIsNoAnswer() {
        SnapshotLookup snapshotLookup = snapshotLookup(EVERYWHERE, CANDIDATE, places(), vm(1));

        assertThat(snapshotLookup.lookup(Fixtures.asked(node(1), bios(7)))).isEmpty();
        assertThat(snapshotLookup.lookup(Fixtures.asked(node(1), bios(1).byteSwapped())))
                .isPresent();
    }

    @Test
    void aVmFoundByNameCountsUnlessItsGuestHasAnotherName() {
        assertThat(byName("w-1.example")).hasSize(1);
        assertThat(byName("")).hasSize(1);
        assertThat(byName("w-2")).isEmpty();
    }

    private static List<VmCandidate> byName(String hostName) {
        VmQuery query = Fixtures.nameless("w-1");
        VmRecord vm = Fixtures.named(vm(1), hostName);
        var snapshot = new VcenterSnapshot(
                Optional.of(VCENTER),
                Map.of(query.node(), new SearchResult(query, CANDIDATE)),
                Map.of(ref(1), vm),
                Map.of());
        return candidates(new SnapshotLookup("vc-a", snapshot, TagCache.UNREAD, EVERYWHERE).lookup(query));
    }

    @Test
    void aVmWithOnlyTheNameIsReportedForANodeThatWasNeverMatched() {
        assertThat(named(fresh(1), Fixtures.named(vm(7), "w-1.example"))).hasSize(1);
        assertThat(named(fresh(1), Fixtures.named(vm(7), "w-2"))).isEmpty();
        assertThat(named(fresh(1), Fixtures.named(vm(7), ""))).isEmpty();
        assertThat(named(recorded(1, VCENTER), Fixtures.named(vm(7), "w-1"))).isEmpty();
    }

    @Test
    void aVmWithOnlyTheNameAndUnreadableUuidsIsNotReported() {
        assertThat(named(fresh(1), Fixtures.named(unreadableVm(7), "w-1"))).isEmpty();
    }

    private static List<VmCandidate> named(VmQuery query, VmRecord vm) {
        var nothing = new SearchResult(query, new VmLocation.Nothing(Set.of(vm.ref())));
        var snapshot = new VcenterSnapshot(
                Optional.of(VCENTER), Map.of(query.node(), nothing), Map.of(vm.ref(), vm), Map.of());
        return candidates(new SnapshotLookup("vc-a", snapshot, TagCache.UNREAD, EVERYWHERE).lookup(query));
    }

    @Test
    void aVmWithAnotherUuidIsNoHit() {
        assertThat(answer(CANDIDATE, vm(1, Optional.of(new VmRecord.Uuids(bios(2), instance(1))))))
                .contains(NONE);
    }

    @Test
    void aVmWithUnreadableUuidsIsAnUnreadableCandidate() {
        assertThat(candidates(answer(CANDIDATE, unreadableVm(1))))
                .containsExactly(new VmCandidate.Unreadable(
                        "vc-a", "w-1", new VmRef(VCENTER, "vm-1"), ConnectionState.CONNECTED));
    }

    @Test
    void aHitHasThePlacementOfTheVm() {
        Placement placement = hit(CANDIDATE, vm(1)).placement();

        assertThat(placement.hostPath())
                .extracting(InventoryObject::name)
                .containsExactly("host", "cluster", "dc", "root");
        assertThat(placement.hostPath().get(1).tags()).isEqualTo(new TagState.Read(List.of(ZONE)));
        assertThat(placement.unseenCategories()).containsExactly("k8s-region");
    }

    @Test
    void aVmInAnotherDatacenterIsNotAdmitted() {
        assertThat(otherDatacenter("other", "dc").map(OtherDatacenter::path)).contains("/dc");
        assertThat(otherDatacenter("/dc", "dc")).isEmpty();
    }

    /// A value that names nothing, or may name several datacenters, excludes the VM. The VM stays a candidate, so it
    /// never counts as absent.
    @Test
    void aVmStaysACandidateIfTheConfiguredDatacentersAreNotClear() {
        assertThat(otherDatacenter("d*", "dc", "dc-2").orElseThrow().unresolved())
                .containsExactly("d* -> several, so none of them: /dc (datacenter-1), /dc-2 (datacenter-2)");
        assertThat(otherDatacenter("nowhere", "dc", "dc-2").orElseThrow().unresolved())
                .containsExactly("nowhere -> none");
    }

    private static Optional<OtherDatacenter> otherDatacenter(String value, String... visible) {
        return known(snapshotLookup(datacenters(List.of(value), visible), CANDIDATE, places(), vm(1))
                        .lookup(fresh(1)))
                .otherDatacenter();
    }

    private static DatacenterSelection datacenters(List<String> values, String... visible) {
        var paths = new ArrayList<DatacenterPath>();
        for (String name : visible) {
            paths.add(new DatacenterPath("datacenter-" + (paths.size() + 1), List.of(name), true));
        }
        return DatacenterRule.of(values).select(paths);
    }

    private static Optional<VcenterAnswer> answer(VmLocation vmLocation, VmRecord... vms) {
        return snapshotLookup(EVERYWHERE, vmLocation, places(), vms).lookup(fresh(1));
    }

    private static Optional<VcenterAnswer> answer(Map<NodeName, SearchResult> findings) {
        var snapshot = new VcenterSnapshot(Optional.of(VCENTER), findings, Map.of(), Map.of());
        return new SnapshotLookup("vc-a", snapshot, TagCache.UNREAD, EVERYWHERE).lookup(fresh(1));
    }

    private static Vm hit(VmLocation vmLocation, VmRecord... vms) {
        return hit(snapshotLookup(EVERYWHERE, vmLocation, places(), vms));
    }

    private static Vm hit(SnapshotLookup snapshotLookup) {
        return known(snapshotLookup.lookup(fresh(1))).vm();
    }

    private static VmCandidate.Known known(Optional<VcenterAnswer> answer) {
        return (VmCandidate.Known) candidates(answer).getFirst();
    }

    private static List<VmCandidate> candidates(Optional<VcenterAnswer> answer) {
        return ((VcenterAnswer.Answered) answer.orElseThrow()).candidates();
    }

    private static SnapshotLookup snapshotLookup(
            DatacenterSelection datacenters, VmLocation vmLocation, List<AncestorRecord> places, VmRecord... vms) {
        var snapshot = new VcenterSnapshot(
                Optional.of(VCENTER),
                Map.of(node(1), new SearchResult(fresh(1), vmLocation)),
                Arrays.stream(vms).collect(Collectors.toMap(VmRecord::ref, Function.identity())),
                places.stream().collect(Collectors.toMap(AncestorRecord::ref, Function.identity())));
        return new SnapshotLookup(
                "vc-a",
                snapshot,
                new TagCache(Map.of(CLUSTER, List.of(ZONE)), List.of("k8s-region"), Optional.empty()),
                datacenters);
    }

    private static List<AncestorRecord> places() {
        return List.of(
                place(HOST, "host", CLUSTER),
                place(CLUSTER, "cluster", DATACENTER),
                place(FOLDER, "workers", DATACENTER),
                place(DATACENTER, "dc", ROOT),
                place(ROOT, "root"));
    }
}
