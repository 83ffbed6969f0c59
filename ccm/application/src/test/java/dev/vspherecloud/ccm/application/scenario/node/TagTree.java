package dev.vspherecloud.ccm.application.scenario.node;

import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A separate datacenter for one VM, so that no other tags apply: host and cluster, a pool in a pool, a folder in a
/// folder.
///
/// @param places `host`, `cluster`, `dc`, `pool`, `subpool`, `folder`, `subfolder`
record TagTree(VcenterSite site, String name, Map<String, TaggedObject> places) {
    private static final Map<String, String> CATEGORIES = Map.of("z", TestBed.ZONE, "r", TestBed.REGION, "x", "backup");

    /// @param n    number of the VM and its Node, see [VcenterSite#vm]
    /// @param tags in words: `host z=a, dc r=b` attaches a tag of the zone category to the host
    static TagTree plant(VcenterSite site, String prefix, int n, String tags) {
        SimulatedVcenter vcenter = site.vcenter();
        String name = prefix + "-" + n;
        Topology.Inventory inventory =
                vcenter.add(Topology.empty().cluster("dc-" + name, "cluster-" + name, List.of("host-" + name)));
        Topology.Datacenter datacenter = inventory.datacenter("dc-" + name);
        Topology.Cluster cluster = inventory.cluster("dc-" + name, "cluster-" + name);
        String pool = vcenter.addPools(cluster.pool(), List.of("pool")).getFirst();
        String folder = vcenter.addFolders(datacenter.name(), List.of("folder")).getFirst();
        var places = new LinkedHashMap<String, TaggedObject>();
        places.put("host", TaggedObject.host(cluster.host("host-" + name)));
        places.put("cluster", cluster.tagged());
        places.put("dc", datacenter.tagged());
        places.put("pool", TaggedObject.pool(pool));
        places.put(
                "subpool",
                TaggedObject.pool(vcenter.addPools(pool, List.of("subpool")).getFirst()));
        places.put("folder", TaggedObject.folder(folder));
        places.put(
                "subfolder",
                TaggedObject.folder(vcenter.addFolders(datacenter.name(), folder, List.of("subfolder"))
                        .getFirst()));
        var tree = new TagTree(site, name, places);
        places.put("vm", TaggedObject.vm(tree.addVm(prefix, n)));
        tree.tag(tags);
        return tree;
    }

    /// @param name as in the words for tags
    TaggedObject place(String name) {
        return Objects.requireNonNull(places.get(name), name);
    }

    private static String category(String letter) {
        return Objects.requireNonNull(CATEGORIES.get(letter), letter);
    }

    /// Adds one more VM in the same places.
    ///
    /// @return its reference
    String addVm(String prefix, int n) {
        return site.vcenter()
                .addVm(site.vm(prefix, n)
                        .in("dc-" + name, "cluster-" + name)
                        .onHost("host-" + name)
                        .inPool(place("subpool").ref())
                        .inFolder(place("subfolder").ref()));
    }

    void tag(String tags) {
        if (!tags.isBlank()) {
            each(tags, (tag, place) -> site.vcenter().attach(tag, place));
        }
    }

    void untag(String tags) {
        each(tags, (tag, place) -> site.vcenter().detach(tag, place));
    }

    private interface Change {
        void of(String tag, TaggedObject place);
    }

    private void each(String tags, Change change) {
        for (String words : tags.split(",")) {
            String[] placeAndTag = words.strip().split(" ", 2);
            String[] categoryAndName = placeAndTag[1].split("=", 2);
            TagCategory category = site.vcenter().addCategory(category(categoryAndName[0]), categoryAndName[1]);
            change.of(category.tag(categoryAndName[1]), place(placeAndTag[0]));
        }
    }
}
