package dev.vspherecloud.csi.controller.volume;

import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.volume.ContentSource;
import dev.vspherecloud.csi.domain.volume.NamedDatastores;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The sources of new volumes: whether they can be copied, and of what the volumes are copies that this process has
/// created.
///
/// Threads: any; the monitor guards the memory.
final class CopySources {
    /// If more volumes are created, the oldest are forgotten: then a request with another source gets the volume.
    static final int MAX_REMEMBERED = 10_000;

    /// A volume that this process has created, and its source.
    private record Remembered(String volumeId, Optional<ContentSource> source) {}

    private final Map<String, Remembered> byName = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Remembered> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };

    /// The result of looking at a source.
    sealed interface Result {
        /// The origin is known.
        ///
        /// @param datastoreUrl where the source lies, and the copy has to lie; empty for an empty volume
        record Known(VolumeOrigin origin, Optional<String> datastoreUrl) implements Result {}

        /// vCenter did not answer.
        record Failed(VolumeFailure failure) implements Result {}
    }

    /// Looks at the source of a volume.
    ///
    /// @param quota the most snapshots of one volume
    static Result find(NewVolume volume, VcenterVolumes vcenter, SnapshotQuota quota, Duration atMost) {
        if (volume.source().isEmpty()) {
            return new Result.Known(new VolumeOrigin.Empty(), Optional.empty());
        }
        ContentSource source = volume.source().get();
        String id = volumeOf(source).id();
        Optional<String> none = vcenter.reasonForNoSnapshots(atMost);
        if (none.isPresent()) {
            return unusable(OperationCode.FAILED_PRECONDITION, none.get());
        }
        if (!(vcenter.withSnapshots(id, atMost) instanceof VolumesResult.Found(List<ObservedVolume> found))) {
            return new Result.Failed(new VolumeFailure.Unavailable(
                    "vCenter %s does not return the source volume %s".formatted(vcenter.server(), id)));
        }
        return found.isEmpty()
                ? vcenter.reasonToWait(id, atMost)
                        .<Result>map(why -> new Result.Failed(new VolumeFailure.Unavailable(why)))
                        .orElseGet(() -> unusable(
                                OperationCode.NOT_FOUND,
                                "found no volume %s in CNS, nor its disk, expected the source of the claim; correct dataSource"
                                        .formatted(id)))
                : ofVolume(volume, source, found.getFirst(), quota);
    }

    private static Result ofVolume(NewVolume wanted, ContentSource source, ObservedVolume from, SnapshotQuota quota) {
        if (source instanceof ContentSource.OfSnapshot(SnapshotHandle snapshot)
                && from.snapshots().stream().noneMatch(each -> each.id().equals(snapshot.snapshotId()))) {
            return unusable(
                    OperationCode.NOT_FOUND,
                    "found no snapshot %s of volume %s in CNS, expected the source of the claim; correct dataSource"
                            .formatted(snapshot.snapshotId(), from.id()));
        }
        if (wanted.capacityMb() < from.capacityMb()) {
            return unusable(
                    OperationCode.OUT_OF_RANGE,
                    "found a request for %d MiB, expected at least the %d MiB of the source volume %s; ask for more"
                            .formatted(wanted.capacityMb(), from.capacityMb(), from.id()));
        }
        Optional<NamedDatastores> allowed = wanted.parameters().datastores();
        if (allowed.isPresent()
                && allowed.get() instanceof NamedDatastores.Urls(List<String> urls)
                && !urls.contains(from.datastoreUrl())) {
            return unusable(
                    OperationCode.INVALID_ARGUMENT,
                    "found the datastores %s in the StorageClass, expected %s, where the source volume %s lies; use a StorageClass that allows it"
                            .formatted(String.join(", ", urls), from.datastoreUrl(), from.id()));
        }
        VolumeOrigin origin =
                switch (source) {
                    case ContentSource.OfSnapshot(SnapshotHandle snapshot) ->
                        new VolumeOrigin.OfSnapshot(from.id(), snapshot.snapshotId(), from.capacityMb());
                    case ContentSource.OfVolume _ -> new VolumeOrigin.OfVolume(from.id(), from.capacityMb(), quota);
                };
        return new Result.Known(origin, Optional.of(from.datastoreUrl()));
    }

    private static Result unusable(OperationCode code, String message) {
        return new Result.Known(new VolumeOrigin.Unusable(code, message), Optional.empty());
    }

    static VolumeHandle.Block volumeOf(ContentSource source) {
        return switch (source) {
            case ContentSource.OfSnapshot(SnapshotHandle snapshot) -> snapshot.volume();
            case ContentSource.OfVolume(VolumeHandle.Block volume) -> volume;
        };
    }

    /// Returns why a volume of this name is not that of the request; empty if it is, or if this process has not
    /// created it. CNS does not record the source of a volume.
    synchronized Optional<VolumeFailure> conflict(NewVolume volume) {
        Remembered known = byName.get(volume.name());
        return known == null || known.source().equals(volume.source())
                ? Optional.empty()
                : Optional.of(new VolumeFailure.ExistsIncompatible(
                        "volume %s with the name %s exists as %s, the request asks for %s; delete the volume, or ask for the same source"
                                .formatted(
                                        known.volumeId(), volume.name(), text(known.source()), text(volume.source()))));
    }

    private static String text(Optional<ContentSource> source) {
        return source.map(each -> switch (each) {
                    case ContentSource.OfSnapshot(SnapshotHandle snapshot) -> "a copy of snapshot " + snapshot.text();
                    case ContentSource.OfVolume(VolumeHandle.Block volume) -> "a copy of volume " + volume.text();
                })
                .orElse("an empty volume");
    }

    synchronized void onCreated(NewVolume volume, String volumeId) {
        byName.put(volume.name(), new Remembered(volumeId, volume.source()));
    }

    /// Forgets a volume, whose name may be used again with another source.
    synchronized void onDeleted(String volumeId) {
        byName.values().removeIf(each -> each.volumeId().equals(volumeId));
    }

    synchronized int size() {
        return byName.size();
    }
}
