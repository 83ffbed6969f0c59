package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.vsphere.inventory.Fixtures.FOLDER;
import static dev.vspherecloud.vsphere.inventory.Fixtures.HOST;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ZONES;
import static dev.vspherecloud.vsphere.inventory.Fixtures.at;
import static dev.vspherecloud.vsphere.inventory.Fixtures.place;
import static dev.vspherecloud.vsphere.inventory.Fixtures.ref;
import static dev.vspherecloud.vsphere.inventory.Fixtures.vm;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.topology.TopologyRules;
import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.inventory.tag.TagCache;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TagSelectionTest {
    private static final MoRef ROOT = new MoRef("Folder", "group-d1");
    private static final MoRef POOL = new MoRef("ResourcePool", "resgroup-1");
    private static final MoRef OTHER_POOL = new MoRef("ResourcePool", "resgroup-2");
    private static final List<Tag> BOTH = List.of(new Tag("k8s-zone", "a"), new Tag("k8s-region", "r"));
    private static final Set<MoRef> PLACES = Set.of(HOST, POOL, OTHER_POOL, FOLDER, ROOT);

    @Test
    void tagsOfVmsAreNotReadIfHostOrPoolDecide() {
        assertThat(selected(read(Map.of(HOST, BOTH)), ZONES)).isEqualTo(PLACES);
        assertThat(selected(read(Map.of(POOL, BOTH, OTHER_POOL, BOTH)), ZONES)).isEqualTo(PLACES);
    }

    @Test
    void tagsOfAVmAreReadIfNeitherDecides() {
        assertThat(selected(read(Map.of(POOL, BOTH)), ZONES)).isEqualTo(with(ref(2)));
        assertThat(selected(read(Map.of(FOLDER, BOTH)), ZONES)).isEqualTo(with(ref(1), ref(2)));
        assertThat(selected(read(Map.of(HOST, BOTH.subList(0, 1))), ZONES)).isEqualTo(with(ref(1), ref(2)));
    }

    @Test
    void tagsOfVmsAreNotReadBeforeTheTagsOfTheirAncestors() {
        assertThat(selected(TagCache.UNREAD, ZONES)).isEqualTo(PLACES);
        assertThat(selected(TagCache.UNREAD.withFailure("REST is down"), ZONES)).isEqualTo(PLACES);
    }

    @Test
    void tagsOfVmsAreNotReadWhileACategoryIsMissing() {
        TagCache read = read(Map.of());

        assertThat(selected(new TagCache(read.tags(), List.of("k8s-zone"), Optional.empty()), ZONES))
                .isEqualTo(PLACES);
    }

    @Test
    void tagsOfEveryVmAreReadInModeNearest() {
        var nearest = new TopologyRules(ZONES.categories(), TopologyRules.Mode.NEAREST, false);

        assertThat(selected(read(Map.of(HOST, BOTH)), nearest)).isEqualTo(with(ref(1), ref(2)));
        assertThat(selected(TagCache.UNREAD, nearest)).isEqualTo(with(ref(1), ref(2)));
    }

    private static Set<MoRef> selected(TagCache known, TopologyRules rules) {
        var places = Map.of(
                HOST, place(HOST, "host", ROOT),
                POOL, place(POOL, "pool", ROOT),
                OTHER_POOL, place(OTHER_POOL, "other", ROOT),
                FOLDER, place(FOLDER, "workers", ROOT),
                ROOT, place(ROOT, "Datacenters"));
        var snapshot = new VcenterSnapshot(
                Optional.of(Fixtures.VCENTER),
                Map.of(),
                Map.of(ref(1), in(POOL, vm(1)), ref(2), in(OTHER_POOL, vm(2))),
                places);
        return TagSelection.select(snapshot, known, rules);
    }

    private static VmRecord in(MoRef pool, VmRecord vm) {
        return at(vm, new VmRecord.Parents(Optional.of(HOST), Optional.of(pool), Optional.of(FOLDER)));
    }

    /// Returns a cache with the tags of all objects; objects that are not in the map have no tags.
    private static TagCache read(Map<MoRef, List<Tag>> tags) {
        var all = new HashMap<MoRef, List<Tag>>();
        PLACES.forEach(place -> all.put(place, tags.getOrDefault(place, List.of())));
        return new TagCache(all, List.of(), Optional.empty());
    }

    private static Set<MoRef> with(MoRef... vms) {
        var all = new HashSet<>(PLACES);
        all.addAll(List.of(vms));
        return all;
    }
}
