package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import java.util.List;
import java.util.stream.Stream;

/// A path of inventory objects in which the program searches the tags for zone and region.
///
/// @param name   the name of the path as in [AncestorVerdict]
/// @param places the objects of the path, nearest first; empty if vCenter does not say where the path begins
record AncestorPath(String name, List<InventoryObject> places) {
    private static final String HOST = "host";
    private static final String POOL = "pool";

    /// Returns the paths that cloud-provider-vsphere (Go) uses: host, pool and folder. The third begins with
    /// the VM itself.
    static List<AncestorPath> hostPoolAndFolder(Placement placement) {
        return List.of(
                new AncestorPath(HOST, placement.hostPath()),
                new AncestorPath(POOL, placement.poolPath()),
                new AncestorPath("folder", placement.folderPath()));
    }

    /// Returns the paths for [TopologyRules.Mode#NEAREST], with the VM itself as the first and nearest object.
    static List<AncestorPath> startingAtVm(Placement placement) {
        List<InventoryObject> folders = placement.folderPath();
        return List.of(
                new AncestorPath("vm", folders.stream().limit(1).toList()),
                new AncestorPath(HOST, placement.hostPath()),
                new AncestorPath(POOL, placement.poolPath()),
                new AncestorPath("folder", folders.stream().skip(1).toList()));
    }

    /// Returns true if vCenter hides the beginning of the path: every VM has a host and a pool.
    ///
    /// From the vSphere API reference, VirtualMachine: `resourcePool` is unset for a template, or when the session
    /// has no access to the pool.
    boolean isHidden() {
        return places.isEmpty() && (name.equals(HOST) || name.equals(POOL));
    }

    static Stream<InventoryObject> places(List<AncestorPath> paths) {
        return paths.stream().flatMap(path -> path.places().stream());
    }
}
