package dev.vspherecloud.csi.controller.snapshot;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The volumes of snapshots, by the names of their requests: a name that is used again with another volume is refused.
///
/// CNS cannot be asked for the name of a snapshot without its volume. So the volume comes from this process or from the
/// records, and CNS is asked about that volume only. csi-snapshotter puts a UID into each name; such a name belongs to
/// one volume, and is not looked for.
///
/// Rule from: the CSI specification, CreateSnapshot. vsphere-csi-driver (Go) does not compare.
///
/// Threads: any; the monitor guards the memory.
final class SnapshotNames {
    /// If more names are in use, the oldest are forgotten: then the records answer.
    static final int MAX = 10_000;

    private static final Pattern WITH_UID =
            Pattern.compile(".*[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private final Map<String, String> volumes = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX;
        }
    };

    /// Knows which snapshots exist.
    interface Sources {
        /// Reads all records of operations.
        ListResult<Map<String, RecordState>> records();

        /// Asks CNS for the snapshots of one volume.
        SnapshotListResult snapshotsOf(String volume) throws InterruptedException;
    }

    /// Returns the failure if a snapshot of another volume has this name; otherwise the name belongs to the volume.
    Optional<VolumeFailure> conflict(String name, String volume, Sources sources) throws InterruptedException {
        if (WITH_UID.matcher(name).matches()) {
            return Optional.empty();
        }
        Optional<String> known = reserve(name, volume);
        Optional<String> other = known.isPresent() ? known : recordedFor(name, volume, sources.records());
        if (other.isEmpty() || other.get().equals(volume)) {
            return Optional.empty();
        }
        Optional<VolumeFailure> failure = check(name, volume, other.get(), sources.snapshotsOf(other.get()));
        if (failure.isEmpty()) {
            put(name, volume);
        } else {
            forget(name, volume);
        }
        return failure;
    }

    private static Optional<VolumeFailure> check(String name, String volume, String other, SnapshotListResult found) {
        return switch (found) {
            case SnapshotListResult.Incomplete(String why) -> Optional.of(new VolumeFailure.Unavailable(why));
            case SnapshotListResult.Complete(var snapshots) ->
                snapshots.stream().anyMatch(each -> each.description()
                                .equals(OperationName.snapshotDescription(name, other)))
                        ? Optional.of(new VolumeFailure.ExistsIncompatible(
                                "a snapshot with the name %s exists of volume %s, the request asks for one of volume %s; delete it, or use another name"
                                        .formatted(name, other, volume)))
                        : Optional.empty();
        };
    }

    /// Returns another volume for which a record has the name. A list that fails does not hold up a snapshot.
    private static Optional<String> recordedFor(
            String name, String volume, ListResult<Map<String, RecordState>> records) {
        return records instanceof ListResult.Complete<Map<String, RecordState>>(Map<String, RecordState> all)
                ? all.values().stream()
                        .flatMap(state -> state instanceof RecordState.Present(OperationRecord record, var _)
                                ? Stream.of(record)
                                : Stream.of())
                        .filter(record -> record.name().equals(OperationName.ofSnapshot(name, record.volumeId())))
                        .map(OperationRecord::volumeId)
                        .filter(other -> !other.isEmpty() && !other.equals(volume))
                        .findFirst()
                : Optional.empty();
    }

    /// @return the volume to which the name belongs; empty if that was not known, so that it belongs to this one now
    private synchronized Optional<String> reserve(String name, String volume) {
        return Optional.ofNullable(volumes.putIfAbsent(name, volume));
    }

    private synchronized void put(String name, String volume) {
        volumes.put(name, volume);
    }

    /// Forgets a name, if it is that of a snapshot of this volume.
    synchronized void forget(String name, String volume) {
        boolean _ = volumes.remove(name, volume);
    }

    /// Forgets the names of the snapshots of a volume, one of which was deleted. CNS knows the others.
    synchronized void onDeleted(String volume) {
        boolean _ = volumes.values().removeIf(volume::equals);
    }

    synchronized int size() {
        return volumes.size();
    }
}
