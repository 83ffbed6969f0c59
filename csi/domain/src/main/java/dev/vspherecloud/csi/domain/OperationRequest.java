package dev.vspherecloud.csi.domain;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// What a call asks for.
public sealed interface OperationRequest {
    /// Returns the name of the record.
    String recordName();

    /// Returns what these volumes mean for the request.
    Goal goal(List<ObservedVolume> volumes);

    /// How far a request is, by what CNS shows.
    sealed interface Goal {
        /// CNS shows the requested state.
        record Reached(String volumeId, long capacityMb) implements Goal {}

        /// The operation has to be carried out.
        record Open() implements Goal {}

        /// The operation has to be carried out, after this volume was deleted.
        record Misplaced(String volumeId) implements Goal {}

        /// CNS shows that the request cannot be met.
        record Refused(OperationCode code, String message) implements Goal {}
    }

    /// A request to create a volume.
    ///
    /// @param name       the name in the request, which is the same in each replay
    /// @param cluster    the cluster id
    /// @param datastores the URLs of the datastores on which the volume may lie; empty if it may lie anywhere
    record Create(String name, String cluster, long capacityMb, Set<String> datastores) implements OperationRequest {
        public Create {
            datastores = Set.copyOf(datastores);
        }

        @Override
        public String recordName() {
            return OperationName.ofCreate(name);
        }

        /// Returns the name of the volume in CNS.
        public String volumeName() {
            return OperationName.ofVolume(name);
        }

        /// Chooses a volume. A volume in use comes first, since a claim may be bound to it; then the smallest id, so
        /// that all processes choose the same one.
        @Override
        public Goal goal(List<ObservedVolume> volumes) {
            List<ObservedVolume> named = volumes.stream()
                    .filter(volume -> volume.name().equals(volumeName()))
                    .filter(volume -> volume.clusters().contains(cluster) && volume.isOnlyOf(cluster))
                    .sorted(Comparator.comparing((ObservedVolume volume) -> !volume.isInUse())
                            .thenComparing(ObservedVolume::id))
                    .toList();
            if (named.isEmpty()) {
                return new Goal.Open();
            }
            Predicate<ObservedVolume> fits = volume -> volume.capacityMb() == capacityMb
                    && (datastores.isEmpty() || datastores.contains(volume.datastoreUrl()));
            return named.stream()
                    .filter(fits)
                    .<Goal>map(volume -> new Goal.Reached(volume.id(), volume.capacityMb()))
                    .findFirst()
                    .orElseGet(() -> misfit(named.getFirst()));
        }

        private Goal misfit(ObservedVolume volume) {
            if (volume.capacityMb() != capacityMb) {
                return new Goal.Refused(
                        OperationCode.ALREADY_EXISTS,
                        "volume %s with the name %s has %d MiB, the request asks for %d MiB; delete the volume, or ask for its size"
                                .formatted(volume.id(), name, volume.capacityMb(), capacityMb));
            }
            return volume.isInUse()
                    ? new Goal.Refused(
                            OperationCode.ALREADY_EXISTS,
                            "volume %s with the name %s is in use on datastore %s, which the request does not allow; detach it and delete it"
                                    .formatted(volume.id(), name, volume.datastoreUrl()))
                    : new Goal.Misplaced(volume.id());
        }
    }

    /// A request to delete a volume.
    record Delete(String volumeId, String cluster) implements OperationRequest {
        @Override
        public String recordName() {
            return OperationName.ofDelete(volumeId);
        }

        @Override
        public Goal goal(List<ObservedVolume> volumes) {
            return volumes.stream()
                    .filter(volume -> volume.id().equals(volumeId))
                    .findFirst()
                    .map(this::goal)
                    .orElseGet(() -> new Goal.Reached(volumeId, 0));
        }

        private Goal goal(ObservedVolume volume) {
            if (!volume.isOnlyOf(cluster)) {
                return refused("another cluster refers to it (%s); remove it there first"
                        .formatted(String.join(", ", new TreeSet<>(volume.clusters()))));
            }
            if (volume.isAttached()) {
                return refused("it is attached to a VM; detach it first");
            }
            return volume.hasSnapshots() ? refused("it has snapshots; delete them first") : new Goal.Open();
        }

        private Goal refused(String reason) {
            return new Goal.Refused(
                    OperationCode.FAILED_PRECONDITION, "volume %s was not deleted: %s".formatted(volumeId, reason));
        }
    }

    /// A request to make a volume at least this large.
    record Expand(String volumeId, long capacityMb) implements OperationRequest {
        @Override
        public String recordName() {
            return OperationName.ofExpand(volumeId);
        }

        @Override
        public Goal goal(List<ObservedVolume> volumes) {
            return volumes.stream()
                    .filter(volume -> volume.id().equals(volumeId))
                    .findFirst()
                    .map(this::goal)
                    .orElseGet(() -> new Goal.Refused(
                            OperationCode.NOT_FOUND,
                            "volume %s does not exist in CNS; check the volume handle".formatted(volumeId)));
        }

        private Goal goal(ObservedVolume volume) {
            if (volume.capacityMb() >= capacityMb) {
                return new Goal.Reached(volumeId, volume.capacityMb());
            }
            return volume.hasSnapshots()
                    ? new Goal.Refused(
                            OperationCode.FAILED_PRECONDITION,
                            "volume %s was not expanded: it has snapshots; delete them first".formatted(volumeId))
                    : new Goal.Open();
        }
    }
}
