package dev.vspherecloud.domain.vm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What holds a VM: the folder it is filed in, the pool it draws on and the host it runs on.
///
/// Whoever could read the VM can read these, so a VM that is not to be found while they are is not merely hidden.
///
/// Form: kinds and references, as in `Folder:group-v3 ResourcePool:resgroup-8 HostSystem:host-10`; what is not known is
/// left out.
///
/// @param folder a folder or, for a VM in a vApp, the vApp
/// @param pool   a resource pool or a vApp
public record VmHome(Optional<Place> folder, Optional<Place> pool, Optional<Place> host) {
    /// @param kind managed object type, as in `ResourcePool`
    public record Place(String kind, String moref) {
        boolean isHost() {
            return kind.equals("HostSystem");
        }

        @Override
        public String toString() {
            return kind + ":" + moref;
        }
    }

    /// Empty when folder or pool is not in the text: without them nothing is proven.
    public static Optional<VmHome> parse(String text) {
        List<Place> places = Stream.of(text.split(" "))
                .map(part -> part.split(":", 2))
                .filter(pair -> pair.length == 2 && !pair[0].isEmpty() && !pair[1].isEmpty())
                .map(pair -> new Place(pair[0], pair[1]))
                .toList();
        List<Place> holders = places.stream().filter(place -> !place.isHost()).toList();
        return holders.size() != 2
                ? Optional.empty()
                : Optional.of(new VmHome(
                        Optional.of(holders.getFirst()),
                        Optional.of(holders.getLast()),
                        places.stream().filter(Place::isHost).findFirst()));
    }

    /// Where a VM is that vCenter shows.
    public static VmHome of(Placement placement) {
        return new VmHome(
                place(placement.folderPath(), 1), place(placement.poolPath(), 0), place(placement.hostPath(), 0));
    }

    /// Whether folder and pool are known.
    public boolean isComplete() {
        return folder.isPresent() && pool.isPresent();
    }

    /// What must be readable.
    public List<Place> holders() {
        var holders = new ArrayList<Place>();
        folder.ifPresent(holders::add);
        pool.ifPresent(holders::add);
        return List.copyOf(holders);
    }

    private static Optional<Place> place(List<InventoryObject> path, int index) {
        return path.size() > index
                ? Optional.of(new Place(path.get(index).kind(), path.get(index).moref()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        var places = new ArrayList<>(holders());
        host.ifPresent(places::add);
        return places.stream().map(Place::toString).collect(Collectors.joining(" "));
    }
}
