package dev.vspherecloud.csi.domain.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Builds a vCenter for tests. Each datastore has 1024 GiB with 100 GiB free, and every host has mounted it.
final class Site {
    static final long GIBIBYTE = 1L << 30;

    private final Map<String, StorageHost> hosts = new LinkedHashMap<>();
    private final Map<String, DatastoreState> datastores = new LinkedHashMap<>();
    private final List<PlacementNode> nodes = new ArrayList<>();
    private final Map<String, Long> free = new HashMap<>();
    private final Map<String, List<String>> missing = new HashMap<>();
    private final Map<String, String> problems = new HashMap<>();

    /// A vCenter with the hosts `esx-1` and `esx-2`, a Node on each, and the datastore `shared`.
    static Site withTwoNodes() {
        return new Site()
                .host("esx-1")
                .host("esx-2")
                .node("w-1", "esx-1", Map.of())
                .node("w-2", "esx-2", Map.of())
                .datastore("shared");
    }

    /// A vCenter with two zones: `w-1` and `w-2` in `a`, `w-3` in `b`, with the datastores `in-a` and `in-b`.
    static Site withTwoZones() {
        return new Site()
                .host("esx-1")
                .host("esx-2")
                .host("esx-3")
                .node("w-1", "esx-1", zone("a"))
                .node("w-2", "esx-2", zone("a"))
                .node("w-3", "esx-3", zone("b"))
                .datastore("in-a")
                .datastore("in-b")
                .mount("in-a", "esx-3", Optional.empty())
                .mount("in-b", "esx-1", Optional.empty())
                .mount("in-b", "esx-2", Optional.empty());
    }

    static Map<String, String> zone(String name) {
        return Map.of("topology.csi.vmware.com/k8s-zone", name);
    }

    Site host(String name) {
        hosts.put(name, new StorageHost(name, name, true, false));
        return this;
    }

    Site hostIs(String name, boolean isConnected, boolean isInMaintenance) {
        hosts.put(name, new StorageHost(name, name, isConnected, isInMaintenance));
        return this;
    }

    Site node(String name, String host, Map<String, String> segment) {
        nodes.add(new PlacementNode(name, segment, Optional.of(host), false));
        return this;
    }

    Site nodeWithoutVm(String name, Map<String, String> segment, boolean isPending) {
        nodes.add(new PlacementNode(name, segment, Optional.empty(), isPending));
        return this;
    }

    Site datastore(String name) {
        var mounts = new HashMap<String, HostMount>();
        hosts.keySet().forEach(host -> mounts.put(host, HostMount.WRITABLE));
        datastores.put(
                name,
                new DatastoreState(
                        "id-" + name,
                        name,
                        url(name),
                        "VMFS",
                        true,
                        DatastoreState.NO_MAINTENANCE,
                        false,
                        1024 * GIBIBYTE,
                        mounts,
                        Optional.empty(),
                        Set.of()));
        return free(name, 100 * GIBIBYTE);
    }

    static String url(String name) {
        return "ds:///vmfs/volumes/%s/".formatted(name);
    }

    private Site change(String name, UnaryOperator<DatastoreState> change) {
        datastores.computeIfPresent(name, (_, before) -> change.apply(before));
        return this;
    }

    Site mount(String name, String host, Optional<HostMount> mount) {
        return change(name, store -> {
            var mounts = new HashMap<>(store.mounts());
            mounts.remove(host);
            mount.ifPresent(each -> mounts.put(host, each));
            return new DatastoreState(
                    store.id(),
                    store.name(),
                    store.url(),
                    store.type(),
                    store.isAccessible(),
                    store.maintenance(),
                    store.isSuspended(),
                    store.capacityBytes(),
                    mounts,
                    store.cluster(),
                    store.preferredFor());
        });
    }

    Site inaccessible(String name) {
        return state(name, false, DatastoreState.NO_MAINTENANCE, false);
    }

    Site maintenance(String name, String mode) {
        return state(name, true, mode, false);
    }

    Site suspended(String name) {
        return state(name, true, DatastoreState.NO_MAINTENANCE, true);
    }

    private Site state(String name, boolean isAccessible, String maintenance, boolean isSuspended) {
        return change(
                name,
                store -> new DatastoreState(
                        store.id(),
                        store.name(),
                        store.url(),
                        store.type(),
                        isAccessible,
                        maintenance,
                        isSuspended,
                        store.capacityBytes(),
                        store.mounts(),
                        store.cluster(),
                        store.preferredFor()));
    }

    Site cluster(String name, String cluster) {
        return change(
                name,
                store -> new DatastoreState(
                        store.id(),
                        store.name(),
                        store.url(),
                        store.type(),
                        store.isAccessible(),
                        store.maintenance(),
                        store.isSuspended(),
                        store.capacityBytes(),
                        store.mounts(),
                        Optional.of(cluster),
                        store.preferredFor()));
    }

    Site preferred(String name, String value) {
        return change(
                name,
                store -> new DatastoreState(
                        store.id(),
                        store.name(),
                        store.url(),
                        store.type(),
                        store.isAccessible(),
                        store.maintenance(),
                        store.isSuspended(),
                        store.capacityBytes(),
                        store.mounts(),
                        store.cluster(),
                        Set.of(value)));
    }

    Site free(String name, long bytes) {
        free.put("id-" + name, bytes);
        return this;
    }

    Site missing(String name, String... privileges) {
        missing.put("id-" + name, List.of(privileges));
        return this;
    }

    Site incompatible(String name, String problem) {
        problems.put("id-" + name, problem);
        return this;
    }

    DatastoreState store(String name) {
        return inventory().datastores().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    StorageInventory inventory() {
        return new StorageInventory("vc-a", List.copyOf(datastores.values()), hosts, nodes);
    }

    DatastoreFacts facts() {
        return new DatastoreFacts(free, missing, problems);
    }

    // --- Requests for 10 GiB

    static PlacementRequest anywhere() {
        return with(new DatastoreChoice.Any(), TopologyRequirement.NONE);
    }

    static PlacementRequest on(String... names) {
        return with(
                new DatastoreChoice.Urls(List.of(names).stream().map(Site::url).toList()), TopologyRequirement.NONE);
    }

    static PlacementRequest inCluster(String name) {
        return with(new DatastoreChoice.Cluster(name), TopologyRequirement.NONE);
    }

    static PlacementRequest in(String... zones) {
        List<Map<String, String>> terms =
                List.of(zones).stream().map(Site::zone).toList();
        return with(new DatastoreChoice.Any(), new TopologyRequirement(terms, terms));
    }

    static PlacementRequest with(DatastoreChoice choice, TopologyRequirement topology) {
        return new PlacementRequest(10 * 1024, choice, topology, Optional.of("gold"));
    }
}
