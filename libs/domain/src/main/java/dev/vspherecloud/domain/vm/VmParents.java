package dev.vspherecloud.domain.vm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The inventory objects that hold a VM: its folder, its resource pool and its host.
///
/// An account that could read the VM can read these objects. So if they can be read and the VM cannot be found,
/// the VM is not merely hidden.
///
/// Form: kinds and references of folder, pool and host in this order, with one blank between, as in
/// `Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10`. The host is left out if it is not known.
///
/// @param folder a folder or, for a VM in a vApp, the vApp
/// @param pool   a resource pool or a vApp
public record VmParents(Optional<Place> folder, Optional<Place> pool, Optional<Place> host) {
    /// A description of the documented form of the parents, for messages.
    public static final String FORMAT =
            "Folder:<reference> ResourcePool:<reference> HostSystem:<reference>, with or without the last";

    /// The types of the object that can be the folder of a VM. From the vSphere API, `VirtualMachine.parent`
    /// and `VirtualMachine.parentVApp`.
    private static final Set<String> FOLDERS = Set.of("Folder", "VirtualApp");

    /// The types of the object that can be the pool of a VM. From the vSphere API,
    /// `VirtualMachine.resourcePool`.
    private static final Set<String> POOLS = Set.of("ResourcePool", "VirtualApp");

    private static final Set<String> HOSTS = Set.of("HostSystem");

    /// The length of the longest text: three kinds and references, with colons and blanks.
    private static final int MAX_LENGTH = 3 * (VmRef.MAX_LENGTH + 20);

    /// An inventory object that holds a VM.
    ///
    /// @param kind the managed object type, as in `ResourcePool`
    public record Place(String kind, String moref) {
        private static Optional<Place> parse(String text, Set<String> kinds) {
            int colon = text.indexOf(':');
            return colon < 0
                    ? Optional.empty()
                    : Optional.of(new Place(text.substring(0, colon), text.substring(colon + 1)))
                            .filter(place -> place.isOf(kinds));
        }

        private boolean isOf(Set<String> kinds) {
            return kinds.contains(kind) && VmRef.isReference(moref);
        }

        @Override
        public String toString() {
            return kind + ":" + moref;
        }
    }

    /// Parses the parents of a VM; empty if the text does not have the documented form. Folder and pool are
    /// required, because without them an absence cannot be proven.
    public static Optional<VmParents> parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String[] parts = text.split(" ", -1);
        if (parts.length < 2 || parts.length > 3) {
            return Optional.empty();
        }
        Optional<Place> host = parts.length == 2 ? Optional.empty() : Place.parse(parts[2], HOSTS);
        return Optional.of(new VmParents(Place.parse(parts[0], FOLDERS), Place.parse(parts[1], POOLS), host))
                .filter(parents -> parents.isComplete() && parents.host().isPresent() == (parts.length == 3));
    }

    /// Returns the parents of a VM with this placement.
    public static VmParents of(Placement placement) {
        return new VmParents(
                place(placement.folderPath(), 1), place(placement.poolPath(), 0), place(placement.hostPath(), 0));
    }

    /// Returns true if the folder and the pool of the VM are known.
    public boolean isComplete() {
        return folder.isPresent() && pool.isPresent();
    }

    /// Returns true if these parents can be recorded on the Node and read again.
    public boolean isRecordable() {
        return folder.filter(place -> place.isOf(FOLDERS)).isPresent()
                && pool.filter(place -> place.isOf(POOLS)).isPresent()
                && host.map(place -> place.isOf(HOSTS)).orElse(true);
    }

    /// Returns the folder and the pool of the VM. A proof of absence requires that the account can read both.
    public List<Place> folderAndPool() {
        var folderAndPool = new ArrayList<Place>();
        folder.ifPresent(folderAndPool::add);
        pool.ifPresent(folderAndPool::add);
        return List.copyOf(folderAndPool);
    }

    private static Optional<Place> place(List<InventoryObject> path, int index) {
        return path.size() > index
                ? Optional.of(new Place(path.get(index).kind(), path.get(index).moref()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        var places = new ArrayList<>(folderAndPool());
        host.ifPresent(places::add);
        return places.stream().map(Place::toString).collect(Collectors.joining(" "));
    }
}
