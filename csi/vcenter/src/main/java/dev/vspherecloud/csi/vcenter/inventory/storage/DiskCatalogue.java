package dev.vspherecloud.csi.vcenter.inventory.storage;

import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.FirstClassDisk;
import dev.vspherecloud.csi.cns.FirstClassDiskClient;
import dev.vspherecloud.csi.domain.DiskPresence;
import dev.vspherecloud.csi.domain.placement.StorageInventory;
import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/// The First Class Disks of one vCenter, which has them whether CNS lists their volumes or not.
///
/// What vCenter answers is not certain in two cases, which the caller must know. A vCenter that was restored from a
/// backup lacks disks in its catalogue until an administrator runs `ReconcileDatastoreInventory_Task`. If such a disk
/// is attached, the devices of the VM show it; if it is detached, nothing does. And a datastore that is hidden from
/// the account is not asked.
///
/// Threads: any.
public final class DiskCatalogue {
    /// vCenter chooses the ids, and compares them letter by letter. Another text would not be found anywhere, which
    /// proves nothing.
    private static final Pattern DISK_ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final String vcenter;
    private final CurrentSession session;
    private final VcenterStorage storage;
    private final LongSupplier nanoTime;

    /// Creates an object that asks nothing yet.
    ///
    /// @param storage  the datastores of this vCenter
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    public DiskCatalogue(ConnectedVcenter vcenter, VcenterStorage storage, LongSupplier nanoTime) {
        this.vcenter = vcenter.watcher().name();
        this.session = vcenter.session();
        this.storage = storage;
        this.nanoTime = nanoTime;
    }

    /// Asks whether vCenter has the disk of a block volume. This takes two calls if its catalogue shows the disk, else
    /// at most four and one for each datastore, one after the other.
    ///
    /// @param budget how long all calls may take together
    public DiskPresence find(String volumeId, Duration budget) throws InterruptedException {
        Optional<CnsVolumeId> disk = diskId(volumeId);
        if (disk.isEmpty()) {
            return new DiskPresence.Unknown("\"%s\" is not the id of a First Class Disk, so no datastore can be asked"
                    .formatted(PrintableText.of(volumeId)));
        }
        return find(disk.get(), budget);
    }

    /// Returns the id of a First Class Disk; empty for another text, and for the id of a file volume.
    static Optional<CnsVolumeId> diskId(String volumeId) {
        return DISK_ID.matcher(volumeId).matches() ? CnsVolumeId.parse(volumeId) : Optional.empty();
    }

    private DiskPresence find(CnsVolumeId disk, Duration budget) throws InterruptedException {
        long end = nanoTime.getAsLong() + budget.toNanos();
        Optional<DiskPresence> found = lookUp(disk, DiskSearch.share(budget));
        if (found.isPresent()) {
            return found.get();
        }
        Optional<String> incomplete = storage.incompleteReason();
        if (incomplete.isPresent()) {
            return new DiskPresence.Unknown(
                    "the datastores of vCenter %s are not known: %s; try again".formatted(vcenter, incomplete.get()));
        }
        StorageInventory inventory = storage.inventory(List.of());
        var search = new DiskSearch(
                vcenter,
                inventory.datastores(),
                (datastore, atMost) ->
                        session.read(atMost, current -> new FirstClassDiskClient(current).find(disk, datastore)),
                nanoTime);
        DiskPresence result = search.find(left(end));
        // The search misses a disk that is moved meanwhile, from a datastore at its end to one at its beginning.
        return result instanceof DiskPresence.Absent ? lookUp(disk, left(end)).orElse(result) : result;
    }

    /// Returns where the catalogue of the whole vCenter shows the disk; empty if it does not, for whatever reason.
    private Optional<DiskPresence> lookUp(CnsVolumeId disk, Duration atMost) throws InterruptedException {
        try {
            FirstClassDisk found = session.read(atMost, current -> new FirstClassDiskClient(current).lookUp(disk));
            return Optional.of(DiskSearch.present(
                    vcenter, found.datastore().map(storage::nameOf).orElse(""), found.filePath()));
        } catch (VcenterException | NoSessionException e) {
            DiskSearch.requireNoInterrupt(e);
            return Optional.empty();
        }
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }
}
