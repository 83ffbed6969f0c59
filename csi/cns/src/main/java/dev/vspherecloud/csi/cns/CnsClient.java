package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Calls CNS in one session of one vCenter. A new session needs a new client, which costs nothing.
///
/// Each method sends one call (a query: one for each page), and throws a
/// [VcenterException][dev.vspherecloud.vsphere.client.VcenterException] if it fails. A call that changes volumes
/// returns its task as soon as vCenter has started it. If such a call fails without an answer, vCenter may have
/// started the task nevertheless.
///
/// Threads: safe for all.
public final class CnsClient {
    private static final MoRef MANAGER = new MoRef("CnsVolumeManager", "cns-volume-manager");

    private final SoapService service;
    private final CnsRelease release;

    /// Creates a client for the version of CNS that the session found.
    ///
    /// @throws dev.vspherecloud.vsphere.client.VcenterException of kind UNSUPPORTED if the session found none
    public CnsClient(VcenterSession session) {
        SoapEndpoint endpoint = session.vsanEndpoint();
        this.service = session.service(endpoint);
        this.release = CnsRelease.of(endpoint.version());
    }

    /// Returns the release of this vCenter's CNS.
    public CnsRelease release() {
        return release;
    }

    /// Starts to create a volume, or to register an existing disk. If the spec needs something that the release
    /// does not know, nothing is sent.
    ///
    /// @return the task, for [CnsOutcome#ofCreate]
    public MoRef createVolume(CnsCreateSpec spec) {
        // One spec for each call: a real vCenter refuses several with InvalidArgument, and a task that two
        // records share would give two claims one disk.
        return startTask("CnsCreateVolume", xml -> CnsRequests.create(xml, spec, release));
    }

    /// Starts to delete a volume.
    ///
    /// @param deletesDisk true to delete the disk, too; false to keep it as a First Class Disk
    /// @return the task, for [CnsOutcome#of]
    public MoRef deleteVolume(CnsVolumeId volume, boolean deletesDisk) {
        return startTask("CnsDeleteVolume", xml -> CnsRequests.delete(xml, volume, deletesDisk));
    }

    /// Starts to extend a volume.
    ///
    /// @param capacityInMb the new size in MiB, at least 1. vCenter does not shrink volumes
    /// @return the task, for [CnsOutcome#of]
    public MoRef extendVolume(CnsVolumeId volume, long capacityInMb) {
        CnsCreateSpec.requireCapacity(capacityInMb);
        return startTask("CnsExtendVolume", xml -> CnsRequests.extend(xml, volume, capacityInMb));
    }

    /// Starts to change the metadata of volumes.
    ///
    /// @param updates at least one, at most one for each volume
    /// @return the task, for [CnsOutcome#ofAll]
    public MoRef updateMetadata(List<CnsMetadataUpdate> updates) {
        long volumes =
                updates.stream().map(CnsMetadataUpdate::volume).distinct().count();
        if (updates.isEmpty() || volumes < updates.size()) {
            throw new IllegalArgumentException("found %d metadata updates for %d volumes, expected one for each"
                    .formatted(updates.size(), volumes));
        }
        return startTask("CnsUpdateVolumeMetadata", xml -> CnsRequests.updateMetadata(xml, updates, release));
    }

    /// Starts to read the disks behind volumes.
    ///
    /// @param volumes at least one
    /// @return the task, for [CnsOutcome#ofAll]
    public MoRef queryVolumeInfo(List<CnsVolumeId> volumes) {
        if (volumes.isEmpty()) {
            throw new IllegalArgumentException("no volume to read; expected at least one");
        }
        return startTask("CnsQueryVolumeInfo", xml -> CnsRequests.queryVolumeInfo(xml, volumes));
    }

    /// Reads the volumes that match, page by page.
    ///
    /// @param pageSize the largest number of volumes on a page, at least 1
    /// @param maxPages the largest number of pages, at least 1; if more are needed, the result is
    ///     [Incomplete][CnsQueryResult.Incomplete]
    public CnsQueryResult query(CnsQuery query, int pageSize, int maxPages) {
        if (pageSize < 1 || maxPages < 1) {
            throw new IllegalArgumentException(
                    "found a page size of %d and %d pages, expected at least 1".formatted(pageSize, maxPages));
        }
        // Only the second method selects properties.
        String method = query.fields().isEmpty() ? "CnsQueryVolume" : "CnsQueryAllVolume";
        Map<CnsVolumeId, CnsVolume> found = new LinkedHashMap<>();
        int unreadable = 0;
        long offset = 0;
        for (int pages = 1; ; pages++) {
            long from = offset;
            SoapRequest request = request(method, xml -> CnsRequests.query(xml, query, from, pageSize));
            Optional<CnsVolumePage> read = CnsVolumePage.read(service.read(request));
            if (read.isEmpty()) {
                return incomplete(found, "vCenter sent a result without volumes and without a cursor");
            }
            CnsVolumePage page = read.get();
            // Volumes that are created or deleted meanwhile shift the pages, so that one may come twice.
            page.volumes().forEach(volume -> found.put(volume.id(), volume));
            unreadable += page.unreadable();
            offset = from + page.size();
            if (page.total() > from && (page.size() == 0 || page.nextOffset() > offset)) {
                return incomplete(
                        found,
                        "vCenter sent %d volumes at %d of %d, and continues at %d"
                                .formatted(page.size(), from, page.total(), page.nextOffset()));
            }
            if (page.total() <= offset) {
                return result(found, unreadable);
            }
            if (pages == maxPages) {
                return incomplete(
                        found,
                        "read %d of %d volumes, the limit is %d pages of %d"
                                .formatted(offset, page.total(), maxPages, pageSize));
            }
        }
    }

    private static CnsQueryResult result(Map<CnsVolumeId, CnsVolume> found, int unreadable) {
        return unreadable == 0
                ? new CnsQueryResult.Complete(List.copyOf(found.values()))
                : incomplete(found, "vCenter sent %d volumes without a valid id".formatted(unreadable));
    }

    private static CnsQueryResult incomplete(Map<CnsVolumeId, CnsVolume> found, String why) {
        return new CnsQueryResult.Incomplete(List.copyOf(found.values()), why);
    }

    private MoRef startTask(String method, Consumer<XmlWriter> parameters) {
        return service.startTask(request(method, parameters));
    }

    private SoapRequest request(String method, Consumer<XmlWriter> parameters) {
        return service.request(method, MANAGER, parameters);
    }
}
