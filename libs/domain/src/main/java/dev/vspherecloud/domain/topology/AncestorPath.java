package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.List;
import java.util.stream.Stream;

/// A path on which zone and region are looked for.
///
/// @param name   as [AncestorVerdict] has it
/// @param places nearest first; empty when vCenter does not say where the path begins
record AncestorPath(String name, List<InventoryObject> places) {
    private static final String HOST = "host";
    private static final String POOL = "pool";

    /// As the Go program has them: the third begins with the VM itself.
    static List<AncestorPath> threeOf(Placement placement) {
        return List.of(
                new AncestorPath(HOST, placement.hostPath()),
                new AncestorPath(POOL, placement.poolPath()),
                new AncestorPath("folder", placement.folderPath()));
    }

    /// The VM itself is the nearest of all.
    static List<AncestorPath> vmFirst(Placement placement) {
        List<InventoryObject> folders = placement.folderPath();
        return List.of(
                new AncestorPath("vm", folders.stream().limit(1).toList()),
                new AncestorPath(HOST, placement.hostPath()),
                new AncestorPath(POOL, placement.poolPath()),
                new AncestorPath("folder", folders.stream().skip(1).toList()));
    }

    /// Whether vCenter hides where the path begins: every VM has a host and a pool.
    ///
    /// From the vSphere API reference, VirtualMachine: `resourcePool` is unset for a template, or when the session
    /// has no access to the pool.
    boolean isHidden() {
        return places.isEmpty() && (name.equals(HOST) || name.equals(POOL));
    }

    static Stream<InventoryObject> places(List<AncestorPath> ways) {
        return ways.stream().flatMap(way -> way.places().stream());
    }
}
