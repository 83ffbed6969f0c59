package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.OTHER_VCENTER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.VCENTER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.fresh;
import static dev.vspherecloud.vsphere.inventory.Fixtures.node;
import static dev.vspherecloud.vsphere.inventory.Fixtures.place;
import static dev.vspherecloud.vsphere.inventory.Fixtures.recorded;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static dev.vspherecloud.vsphere.inventory.Fixtures.unreadableVm;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VcenterSnapshotTest {
    private static final Map<NodeName, SearchResult> FOUND = Map.of(node(1), found(1), node(2), found(2));
    private static final Map<MoRef, VmRecord> VMS = Map.of(ref(1), vm(1), ref(2), vm(2));
    private static final Map<MoRef, AncestorRecord> PLACES = Map.of(HOST, place(HOST, "host"));
    private static final VcenterSnapshot BOTH = snapshot(VCENTER, FOUND, VMS, PLACES);

    @Test
    void equalSnapshotsChangeNoNode() {
        assertThat(BOTH.changedNodes(snapshot(VCENTER, FOUND, VMS, PLACES))).isEmpty();
    }

    @Test
    void aChangedVmChangesOnlyItsNode() {
        var newer = snapshot(VCENTER, FOUND, Map.of(ref(1), vm(1), ref(2), unreadableVm(2)), PLACES);

        assertThat(BOTH.changedNodes(newer)).containsExactly(node(2));
    }

    @Test
    void aVmThatIsReadForTheFirstTimeChangesItsNode() {
        var unread = snapshot(VCENTER, FOUND, Map.of(ref(1), vm(1)), PLACES);

        assertThat(unread.changedNodes(BOTH)).containsExactly(node(2));
    }

    @Test
    void anotherSearchResultChangesItsNode() {
        var newer = snapshot(
                VCENTER,
                Map.of(node(1), new SearchResult(fresh(1), new VmLocation.Nothing()), node(2), found(2)),
                VMS,
                PLACES);

        assertThat(BOTH.changedNodes(newer)).containsExactly(node(1));
    }

    @Test
    void theSameLocationForAnotherUuidChangesItsNode() {
        var newer = snapshot(
                VCENTER,
                Map.of(node(1), new SearchResult(fresh(7), found(1).vmLocation()), node(2), found(2)),
                VMS,
                PLACES);

        assertThat(BOTH.changedNodes(newer)).containsExactly(node(1));
    }

    @Test
    void theSameLocationForAnotherQueryOfTheSameUuidChangesNoNode() {
        var newer = snapshot(
                VCENTER,
                Map.of(node(1), new SearchResult(recorded(1, VCENTER), found(1).vmLocation()), node(2), found(2)),
                VMS,
                PLACES);

        assertThat(BOTH.changedNodes(newer)).isEmpty();
    }

    @Test
    void changedAncestorsAndAnotherVcenterChangeEveryNode() {
        var renamed = snapshot(VCENTER, FOUND, VMS, Map.of(HOST, place(HOST, "renamed")));

        assertThat(BOTH.changedNodes(renamed)).containsExactlyInAnyOrder(node(1), node(2));
        assertThat(BOTH.changedNodes(snapshot(OTHER_VCENTER, FOUND, VMS, PLACES)))
                .hasSize(2);
        assertThat(VcenterSnapshot.EMPTY.changedNodes(BOTH)).hasSize(2);
    }

    @Test
    void valuesThatAreNotReadYetComeFromTheOlderSnapshot() {
        var reconnected = snapshot(VCENTER, FOUND, Map.of(ref(1), unreadableVm(1)), Map.of());

        VcenterSnapshot merged = reconnected.mergedWith(BOTH);

        assertThat(merged.vms()).isEqualTo(Map.of(ref(1), unreadableVm(1), ref(2), vm(2)));
        assertThat(merged.ancestors()).isEqualTo(PLACES);
        assertThat(BOTH.changedNodes(merged)).containsExactly(node(1));
    }

    @Test
    void nothingIsTakenFromAnotherVcenter() {
        var restored = snapshot(OTHER_VCENTER, FOUND, Map.of(), Map.of());

        assertThat(restored.mergedWith(BOTH)).isEqualTo(restored);
    }

    private static SearchResult found(int n) {
        return new SearchResult(fresh(n), new VmLocation.Candidates(Set.of(ref(n))));
    }

    private static VcenterSnapshot snapshot(
            UUID vcenter,
            Map<NodeName, SearchResult> findings,
            Map<MoRef, VmRecord> vms,
            Map<MoRef, AncestorRecord> places) {
        return new VcenterSnapshot(Optional.of(vcenter), findings, vms, places);
    }
}
