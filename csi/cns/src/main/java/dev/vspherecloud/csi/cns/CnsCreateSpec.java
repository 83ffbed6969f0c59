package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Optional;

/// A block volume to create, or an existing disk to register as a volume.
///
/// @param name          the name in CNS: 1 to 80 characters. vCenter does not prevent two volumes of one name
/// @param datastores    the datastores that vCenter may choose from; empty to let it choose from all, and for an
///     existing disk
/// @param metadata      with at most one entity of each type and cluster
/// @param storagePolicy the id of the storage policy; empty for that of the datastore
/// @param chosenId      the id that the volume gets, only if [CnsRelease#acceptsChosenId()]; empty to let vCenter
///     choose it
/// @param source        the snapshot of which the new disk is a copy; empty for an empty disk
public record CnsCreateSpec(
        String name,
        List<MoRef> datastores,
        CnsVolumeMetadata metadata,
        Backing backing,
        Optional<String> storagePolicy,
        Optional<CnsVolumeId> chosenId,
        Optional<CnsSnapshotId> source) {
    private static final int MAX_NAME_LENGTH = 80;

    /// The disk behind a volume.
    public sealed interface Backing {}

    /// A new disk.
    ///
    /// @param capacityInMb MiB, at least 1
    public record NewDisk(long capacityInMb) implements Backing {
        public NewDisk {
            requireCapacity(capacityInMb);
        }
    }

    /// A First Class Disk that exists and is to become a volume with the same id.
    ///
    /// @param diskId the id of the First Class Disk
    public record ExistingDisk(CnsVolumeId diskId) implements Backing {}

    /// A disk file that exists and is to become a First Class Disk and a volume. Only if
    /// [CnsRelease#knowsDiskUrl()].
    ///
    /// @param url the URL of the file, as in `https://vc/folder/vm/disk.vmdk?dcPath=dc&dsName=ds`
    public record DiskFile(String url) implements Backing {
        public DiskFile {
            if (url.isBlank()) {
                throw new IllegalArgumentException("the URL of the disk to register is blank");
            }
        }
    }

    public CnsCreateSpec {
        datastores = List.copyOf(datastores);
        metadata.requireOneOfEach();
        if (name.isBlank() || name.codePointCount(0, name.length()) > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("the name of a volume has %d characters, expected 1 to %d"
                    .formatted(name.codePointCount(0, name.length()), MAX_NAME_LENGTH));
        }
        for (MoRef datastore : datastores) {
            if (!datastore.type().equals("Datastore")) {
                throw new IllegalArgumentException("found %s among the datastores of a volume".formatted(datastore));
            }
        }
        if (storagePolicy.filter(String::isBlank).isPresent()) {
            throw new IllegalArgumentException("the id of the storage policy is blank; leave it empty for none");
        }
    }

    /// Creates a new disk without a storage policy, on one of these datastores.
    public static CnsCreateSpec newDisk(
            String name, long capacityInMb, List<MoRef> datastores, CnsVolumeMetadata metadata) {
        return new CnsCreateSpec(
                name,
                datastores,
                metadata,
                new NewDisk(capacityInMb),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// Registers an existing disk.
    public static CnsCreateSpec register(String name, Backing disk, CnsVolumeMetadata metadata) {
        return new CnsCreateSpec(name, List.of(), metadata, disk, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Returns the same volume with a storage policy.
    public CnsCreateSpec withStoragePolicy(String id) {
        return new CnsCreateSpec(name, datastores, metadata, backing, Optional.of(id), chosenId, source);
    }

    /// Returns the same volume with an id that the client chose.
    public CnsCreateSpec withChosenId(CnsVolumeId id) {
        return new CnsCreateSpec(name, datastores, metadata, backing, storagePolicy, Optional.of(id), source);
    }

    /// Returns the same volume as a copy of a snapshot.
    ///
    /// @param capacityInMb the size of the volume of the snapshot; vCenter accepts no other size
    public CnsCreateSpec copiedFrom(CnsSnapshotId snapshot, long capacityInMb) {
        return new CnsCreateSpec(
                name, datastores, metadata, new NewDisk(capacityInMb), storagePolicy, chosenId, Optional.of(snapshot));
    }

    static void requireCapacity(long capacityInMb) {
        if (capacityInMb < 1) {
            throw new IllegalArgumentException(
                    "the capacity of a volume is %d MiB, expected at least 1".formatted(capacityInMb));
        }
    }
}
