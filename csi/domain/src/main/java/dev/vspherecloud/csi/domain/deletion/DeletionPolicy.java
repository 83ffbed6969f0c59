package dev.vspherecloud.csi.domain.deletion;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.attachment.DiskHolders;
import dev.vspherecloud.csi.domain.deletion.DeletionVerdict.Stopped;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Decides whether a disk or a snapshot may be destroyed, by everything that may know of it besides CNS. Every way to a
/// delete passes it.
///
/// A request to delete names a handle, and no object. So the one PersistentVolume that is Released and has the handle
/// is what the request is about; a second one, or one that a claim may use, stops it. None at all goes on: the create
/// failed, or the object was deleted before.
///
/// An object or a VM that is found stops the delete, even if something else is not known. A fact that is not known
/// stops it, too.
///
/// Rule from: csi-production 9; issue 38, item 4.
public final class DeletionPolicy {
    /// The largest number of objects in a sentence.
    private static final int MAX_NAMES = 8;

    private static final String RELEASED = "Released";

    /// A phase of the time when Kubernetes itself deleted the volumes of PersistentVolumes.
    private static final String FAILED = "Failed";

    private DeletionPolicy() {}

    /// Decides about a volume.
    ///
    /// @param names   the PersistentVolumes, VolumeAttachments and VolumeSnapshotContents that name it
    /// @param holders the VMs that have its disk
    public static DeletionVerdict ofVolume(DeletionCause cause, NamingObjects names, DiskHolders holders) {
        return stoppedByName(names, objects -> volume(cause, objects))
                .or(() -> heldBy(holders))
                .<DeletionVerdict>map(stopped -> stopped)
                .or(() -> unknown(names))
                .or(() -> holders instanceof DiskHolders.Unknown(String why)
                        ? Optional.of(new DeletionVerdict.Unknown(why))
                        : Optional.empty())
                .orElseGet(DeletionVerdict.May::new);
    }

    /// Decides about a snapshot.
    ///
    /// @param names the VolumeSnapshotContents that name it
    public static DeletionVerdict ofSnapshot(DeletionCause cause, NamingObjects names) {
        return stoppedByName(names, objects -> snapshot(cause, objects.of(NamingObject.SnapshotContent.class)))
                .<DeletionVerdict>map(stopped -> stopped)
                .or(() -> unknown(names))
                .orElseGet(DeletionVerdict.May::new);
    }

    private static Optional<Stopped> stoppedByName(
            NamingObjects names, Function<NamingObjects.Complete, Optional<Stopped>> rule) {
        return names instanceof NamingObjects.Complete objects ? rule.apply(objects) : Optional.empty();
    }

    private static Optional<DeletionVerdict> unknown(NamingObjects names) {
        return names instanceof NamingObjects.Unknown(String why)
                ? Optional.of(new DeletionVerdict.Unknown(why))
                : Optional.empty();
    }

    private static Optional<Stopped> heldBy(DiskHolders holders) {
        return holders instanceof DiskHolders.Known(List<String> vms) && !vms.isEmpty()
                ? Optional.of(new Stopped(
                        List.of(),
                        "%s %s its disk; detach it first"
                                .formatted(String.join(" and ", vms), vms.size() == 1 ? "has" : "have")))
                : Optional.empty();
    }

    private static Optional<Stopped> volume(DeletionCause cause, NamingObjects.Complete objects) {
        List<NamingObject.PersistentVolume> volumes = objects.of(NamingObject.PersistentVolume.class);
        if (volumes.size() > 1) {
            return stopped(
                    volumes,
                    "the PersistentVolumes %s have this volume; delete one of them with reclaim policy Retain"
                            .formatted(names(volumes)));
        }
        return volumes.stream()
                .findFirst()
                .flatMap(volume -> volume(cause, volume))
                .or(() -> objects.of(NamingObject.Attachment.class).stream()
                        .findFirst()
                        .flatMap(attachment -> stopped(
                                List.of(attachment),
                                "the VolumeAttachment %s attaches it to Node %s; wait until it is detached"
                                        .formatted(attachment.name(), attachment.node()))))
                .or(() -> {
                    List<NamingObject.SnapshotContent> contents = objects.of(NamingObject.SnapshotContent.class);
                    return contents.isEmpty()
                            ? Optional.empty()
                            : stopped(
                                    contents,
                                    "the VolumeSnapshotContent %s is a snapshot of it; delete it first"
                                            .formatted(names(contents)));
                });
    }

    private static Optional<Stopped> volume(DeletionCause cause, NamingObject.PersistentVolume volume) {
        boolean isReleased = volume.phase().equals(RELEASED) || volume.phase().equals(FAILED);
        if (cause == DeletionCause.UNUSED) {
            return stopped(List.of(volume), "the PersistentVolume %s has this volume".formatted(volume.name()));
        }
        if (!isReleased) {
            return stopped(
                    List.of(volume),
                    "the PersistentVolume %s has this volume and is %s; delete its claim or the PersistentVolume first"
                            .formatted(volume.name(), volume.phase().isEmpty() ? "new" : volume.phase()));
        }
        return volume.isKept()
                ? stopped(
                        List.of(volume),
                        "the PersistentVolume %s has this volume and the reclaim policy Retain; set Delete, or delete the PersistentVolume and keep the disk"
                                .formatted(volume.name()))
                : Optional.empty();
    }

    private static Optional<Stopped> snapshot(DeletionCause cause, List<NamingObject.SnapshotContent> contents) {
        if (contents.size() > 1) {
            return stopped(
                    contents,
                    "the VolumeSnapshotContents %s have this snapshot; set the deletion policy Retain for one of them, and delete it"
                            .formatted(names(contents)));
        }
        return contents.stream().findFirst().flatMap(content -> {
            if (cause == DeletionCause.UNUSED) {
                return stopped(contents, "the VolumeSnapshotContent %s has this snapshot".formatted(content.name()));
            }
            if (!content.isBeingDeleted()) {
                return stopped(
                        contents,
                        "the VolumeSnapshotContent %s has this snapshot and is not being deleted; delete its VolumeSnapshot first"
                                .formatted(content.name()));
            }
            return content.isKept()
                    ? stopped(
                            contents,
                            "the VolumeSnapshotContent %s has this snapshot and the deletion policy Retain; set Delete, or keep the snapshot"
                                    .formatted(content.name()))
                    : Optional.empty();
        });
    }

    private static Optional<Stopped> stopped(List<? extends NamingObject> objects, String message) {
        return Optional.of(new Stopped(List.copyOf(objects), message));
    }

    private static String names(List<? extends NamingObject> objects) {
        String some = objects.stream().limit(MAX_NAMES).map(NamingObject::name).collect(Collectors.joining(" and "));
        return objects.size() > MAX_NAMES ? some + " and others" : some;
    }
}
