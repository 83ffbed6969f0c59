package dev.vspherecloud.csi.domain;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What a call asks for.
public sealed interface OperationRequest {
    /// The largest number of names in a sentence.
    int MAX_NAMES = 8;

    /// Returns the name of the record.
    String recordName();

    /// Returns what these volumes mean for the request.
    Goal goal(List<ObservedVolume> volumes);

    /// How far a request is, by what CNS shows.
    sealed interface Goal {
        /// CNS shows how far it is.
        sealed interface Known extends Goal {}

        /// CNS shows the requested state.
        ///
        /// @param volumeId the id of the volume, or of the snapshot
        record Reached(String volumeId, long capacityMb) implements Known {}

        /// CNS shows a copy that is smaller than the requested volume. It has to be expanded.
        record Smaller(String volumeId) implements Known {}

        /// The operation has to be carried out.
        record Open() implements Known {}

        /// The operation has to be carried out, after this volume was deleted.
        record Misplaced(String volumeId) implements Known {}

        /// CNS shows that the request cannot be met.
        record Refused(OperationCode code, String message) implements Known {}

        /// CNS does not list the volume, whose disk may exist all the same.
        ///
        /// @param ifAbsent how far the request is if the disk does not exist
        record Missing(String volumeId, Known ifAbsent) implements Goal {}
    }

    /// A request to create a volume.
    ///
    /// @param name       the name in the request, which is the same in each replay
    /// @param cluster    the cluster id
    /// @param datastores the URLs of the datastores on which the volume may lie; empty if it may lie anywhere
    /// @param origin     what the volume contains
    record Create(String name, String cluster, long capacityMb, Set<String> datastores, VolumeOrigin origin)
            implements OperationRequest {
        public Create {
            datastores = Set.copyOf(datastores);
        }

        /// Creates a request for an empty volume.
        public Create(String name, String cluster, long capacityMb, Set<String> datastores) {
            this(name, cluster, capacityMb, datastores, new VolumeOrigin.Empty());
        }

        /// Returns the same request with another origin.
        public Create from(VolumeOrigin other) {
            return new Create(name, cluster, capacityMb, datastores, other);
        }

        /// Returns the size in MiB with which CNS creates the volume. A copy begins with the size of its source.
        public long firstCapacityMb() {
            return origin instanceof VolumeOrigin.OfSnapshot(var _, var _, long source) ? source : capacityMb;
        }

        /// Returns true if the volume is a copy.
        public boolean isCopy() {
            return !(origin instanceof VolumeOrigin.Empty);
        }

        @Override
        public String recordName() {
            return OperationName.ofCreate(name);
        }

        /// Returns the name of the volume in CNS.
        public String volumeName() {
            return OperationName.ofVolume(name);
        }

        /// Returns the id that the volume gets where the client may choose it; empty if the name has none. It is that
        /// of vsphere-csi-driver (Go), so that the one never makes a second volume for what the other began.
        ///
        /// Rule from: csi 2.6, handover 2; Go `ExtractVolumeIDFromPVName`.
        public Optional<String> chosenId() {
            return OperationName.claimUid(name);
        }

        /// Chooses a volume. A volume in use comes first, since a claim may be bound to it; then the smallest id, so
        /// that all processes choose the same one.
        @Override
        public Goal.Known goal(List<ObservedVolume> volumes) {
            List<ObservedVolume> named = volumes.stream()
                    .filter(volume -> volume.name().equals(volumeName()))
                    .filter(volume -> volume.isOwnOf(cluster))
                    .sorted(Comparator.comparing((ObservedVolume volume) -> !volume.isInUse())
                            .thenComparing(ObservedVolume::id))
                    .toList();
            if (named.isEmpty()) {
                return origin instanceof VolumeOrigin.Unusable(OperationCode code, String message)
                        ? new Goal.Refused(code, message)
                        : new Goal.Open();
            }
            List<ObservedVolume> placed = named.stream()
                    .filter(volume -> datastores.isEmpty() || datastores.contains(volume.datastoreUrl()))
                    .toList();
            return placed.stream()
                    .filter(volume -> volume.capacityMb() == capacityMb)
                    .<Goal.Known>map(volume -> new Goal.Reached(volume.id(), volume.capacityMb()))
                    .findFirst()
                    .or(() -> placed.stream()
                            .filter(volume -> isCopy() && volume.capacityMb() < capacityMb && !volume.isInUse())
                            .<Goal.Known>map(volume -> new Goal.Smaller(volume.id()))
                            .findFirst())
                    .orElseGet(() -> misfit(named.getFirst()));
        }

        private Goal.Known misfit(ObservedVolume volume) {
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

    /// Returns the sentence about the snapshots of a volume that forbid an operation.
    private static String snapshots(ObservedVolume volume) {
        List<String> names = volume.snapshots().stream()
                .map(snapshot -> snapshot.description().isEmpty() ? snapshot.id() : snapshot.description())
                .sorted()
                .toList();
        return "it has %d %s (%s%s); delete them first"
                .formatted(
                        names.size(),
                        names.size() == 1 ? "snapshot" : "snapshots",
                        String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size()))),
                        names.size() > MAX_NAMES ? ", ..." : "");
    }

    private static Goal missing(String volumeId, String advice) {
        return new Goal.Missing(
                volumeId,
                new Goal.Refused(
                        OperationCode.NOT_FOUND,
                        "volume %s does not exist in CNS, nor does its disk; %s".formatted(volumeId, advice)));
    }

    /// A request to delete a volume.
    record Delete(String volumeId, String cluster, DeletionCause cause) implements OperationRequest {
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
                    .orElseGet(() -> new Goal.Missing(volumeId, new Goal.Reached(volumeId, 0)));
        }

        private Goal goal(ObservedVolume volume) {
            if (!volume.isOnlyOf(cluster)) {
                var others = new TreeSet<>(volume.clusters());
                others.remove(cluster);
                return refused(
                        "the %s %s %s to it; remove it there first, or set the reclaim policy Retain. If a cluster does not exist any more, add its id to retired-cluster-ids in the configuration"
                                .formatted(
                                        others.size() == 1 ? "cluster" : "clusters",
                                        String.join(", ", others),
                                        others.size() == 1 ? "refers" : "refer"));
            }
            if (volume.isAttached()) {
                return refused("it is attached to a VM; detach it first");
            }
            if (cause == DeletionCause.UNUSED && volume.isInUse()) {
                return refused("its metadata in CNS names objects that use it");
            }
            return volume.hasSnapshots() ? refused(OperationRequest.snapshots(volume)) : new Goal.Open();
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
                    .orElseGet(() -> OperationRequest.missing(volumeId, "check the volume handle"));
        }

        private Goal goal(ObservedVolume volume) {
            if (volume.capacityMb() >= capacityMb) {
                return new Goal.Reached(volumeId, volume.capacityMb());
            }
            return volume.hasSnapshots()
                    ? new Goal.Refused(
                            OperationCode.FAILED_PRECONDITION,
                            "volume %s was not expanded: %s".formatted(volumeId, OperationRequest.snapshots(volume)))
                    : new Goal.Open();
        }
    }

    /// A request to create a snapshot.
    ///
    /// @param name        the name in the request, which is the same in each replay
    /// @param volumeId    the volume
    /// @param quota       the most snapshots of the volume
    /// @param isTemporary true if the snapshot is needed only for a clone
    record CreateSnapshot(String name, String volumeId, SnapshotQuota quota, boolean isTemporary)
            implements OperationRequest {
        /// Returns a request for the temporary snapshot that a clone needs.
        ///
        /// @param createRequest the name of the request that creates the clone
        public static CreateSnapshot temporary(String createRequest, VolumeOrigin.OfVolume source) {
            return new CreateSnapshot(
                    OperationName.ofTemporarySnapshot(createRequest), source.volumeId(), source.quota(), true);
        }

        @Override
        public String recordName() {
            return OperationName.ofSnapshot(name, volumeId);
        }

        /// Returns the description of the snapshot in CNS.
        public String description() {
            return isTemporary ? name : OperationName.snapshotDescription(name, volumeId);
        }

        /// Chooses the oldest snapshot with the description, so that all processes choose the same one.
        @Override
        public Goal goal(List<ObservedVolume> volumes) {
            return volumes.stream()
                    .filter(volume -> volume.id().equals(volumeId))
                    .findFirst()
                    .map(this::goal)
                    .orElseGet(() -> OperationRequest.missing(volumeId, "check the source of the snapshot"));
        }

        private Goal goal(ObservedVolume volume) {
            int limit = quota.on(volume.datastoreUrl());
            return volume.snapshots().stream()
                    .filter(snapshot -> snapshot.description().equals(description()))
                    .min(Comparator.comparing((ObservedSnapshot snapshot) ->
                                    snapshot.created().orElse(Instant.MAX))
                            .thenComparing(ObservedSnapshot::id))
                    .<Goal>map(snapshot -> new Goal.Reached(snapshot.id(), volume.capacityMb()))
                    .orElseGet(() -> volume.snapshots().size() < limit
                            ? new Goal.Open()
                            : new Goal.Refused(
                                    OperationCode.FAILED_PRECONDITION,
                                    "found %d snapshots of volume %s, expected fewer than %d; delete one, or raise the limit in the section [Snapshot]"
                                            .formatted(volume.snapshots().size(), volumeId, limit)));
        }
    }

    /// A request to delete a snapshot.
    ///
    /// @param isUnlisted true if CNS perhaps does not list the snapshot although it exists
    record DeleteSnapshot(String volumeId, String snapshotId, boolean isUnlisted, DeletionCause cause)
            implements OperationRequest {
        @Override
        public String recordName() {
            return OperationName.ofDeleteSnapshot(volumeId, snapshotId);
        }

        @Override
        public Goal goal(List<ObservedVolume> volumes) {
            var gone = new Goal.Reached(snapshotId, 0);
            return volumes.stream()
                    .filter(volume -> volume.id().equals(volumeId))
                    .findFirst()
                    .<Goal>map(volume -> isUnlisted || has(volume) ? new Goal.Open() : gone)
                    .orElseGet(() -> new Goal.Missing(volumeId, gone));
        }

        private boolean has(ObservedVolume volume) {
            return volume.snapshots().stream().anyMatch(each -> each.id().equals(snapshotId));
        }
    }
}
