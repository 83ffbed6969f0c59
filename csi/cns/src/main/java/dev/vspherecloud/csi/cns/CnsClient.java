package dev.vspherecloud.csi.cns;

import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.SoapService;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.client.soap.SoapEndpoint;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import dev.vspherecloud.vsphere.client.soap.XmlWriter;
import java.util.List;
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

    /// The version of the vCenter itself, as in `8.0.3`.
    private final String about;

    /// The user of the session, which CNS records with a volume.
    private final String user;

    private final Optional<String> operationId;

    /// Creates a client for the version of CNS that the session found.
    ///
    /// @throws dev.vspherecloud.vsphere.client.VcenterException of kind UNSUPPORTED if the session found none
    public CnsClient(VcenterSession session) {
        SoapEndpoint endpoint = session.vsanEndpoint();
        this.service = session.service(endpoint);
        this.release = CnsRelease.of(endpoint.version());
        this.about = session.content().about().version();
        this.user = session.userName();
        this.operationId = Optional.empty();
    }

    private CnsClient(
            SoapService service, CnsRelease release, String about, String user, Optional<String> operationId) {
        this.about = about;
        this.user = user;
        this.service = service;
        this.release = release;
        this.operationId = operationId;
    }

    /// Returns a client that sends this id with each call, so that the call can be found in the logs of vCenter.
    ///
    /// @param id 1 to 128 letters, digits, `.`, `_`, `:` and `-`, as in `6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11`
    /// @throws IllegalArgumentException if the id has another form
    public CnsClient withOperationId(String id) {
        SoapRequest.requireOperationId(id);
        return new CnsClient(service, release, about, user, Optional.of(id));
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
        return startTask("CnsCreateVolume", xml -> CnsRequests.create(xml, spec, user, release));
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

    /// Returns why this vCenter has no snapshots of volumes; empty if it has.
    ///
    /// Rule from: csi 2.6.
    public Optional<String> noSnapshotsReason() {
        return CnsRelease.hasSnapshots(about)
                ? Optional.empty()
                : Optional.of(
                        "vCenter has version %s, expected 7.0.3 or later for snapshots; update it".formatted(about));
    }

    /// Starts to create a snapshot of a volume.
    ///
    /// @param description 1 or more characters, by which the snapshot is found again
    /// @param chosenId    the id that the snapshot gets, only if [CnsRelease#acceptsChosenId()]
    /// @return the task, for [CnsOutcome#of]
    public MoRef createSnapshot(CnsVolumeId volume, String description, Optional<String> chosenId) {
        return startTask(
                "CnsCreateSnapshots", xml -> CnsRequests.createSnapshot(xml, volume, description, chosenId, release));
    }

    /// Starts to delete a snapshot.
    ///
    /// @return the task, for [CnsOutcome#of]
    public MoRef deleteSnapshot(CnsSnapshotId snapshot) {
        return startTask("CnsDeleteSnapshots", xml -> CnsRequests.deleteSnapshot(xml, snapshot));
    }

    /// Starts to read one page of the snapshots of volumes. Some simulators accept only one volume.
    ///
    /// @param volumes at least one
    /// @param offset  the number of entries to skip
    /// @param limit   the largest number of entries on the page, at least 1
    /// @return the task, whose state becomes [CnsTaskState.Snapshots]
    public MoRef querySnapshots(List<CnsVolumeId> volumes, long offset, int limit) {
        if (volumes.isEmpty() || offset < 0 || limit < 1) {
            throw new IllegalArgumentException("found %d volumes, offset %d and limit %d, expected at least 1, 0 and 1"
                    .formatted(volumes.size(), offset, limit));
        }
        return startTask("CnsQuerySnapshots", xml -> CnsRequests.querySnapshots(xml, volumes, offset, limit));
    }

    /// Starts to attach volumes to one VM.
    ///
    /// @param volumes at least one, none twice
    /// @return the task, for [CnsOutcome#ofAll]
    public MoRef attachVolumes(MoRef vm, List<CnsVolumeId> volumes) {
        requireDistinct(volumes);
        return startTask("CnsAttachVolume", xml -> CnsRequests.attachOrDetach(xml, "attachSpecs", vm, volumes));
    }

    /// Starts to detach volumes from one VM.
    ///
    /// @param volumes at least one, none twice
    /// @return the task, for [CnsOutcome#ofAll]
    public MoRef detachVolumes(MoRef vm, List<CnsVolumeId> volumes) {
        requireDistinct(volumes);
        return startTask("CnsDetachVolume", xml -> CnsRequests.attachOrDetach(xml, "detachSpecs", vm, volumes));
    }

    private static void requireDistinct(List<CnsVolumeId> volumes) {
        if (volumes.isEmpty() || volumes.stream().distinct().count() < volumes.size()) {
            throw new IllegalArgumentException(
                    "found the volumes %s, expected at least one, and none twice".formatted(volumes));
        }
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
        return startTask("CnsUpdateVolumeMetadata", xml -> CnsRequests.updateMetadata(xml, updates, user, release));
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
    /// vCenter keeps no snapshot between two pages. A caller that must not miss a volume while others are deleted
    /// reads all with one page.
    ///
    /// If a page is too large for one response, the read starts again with pages of half the size, unless the
    /// caller wants one page.
    ///
    /// @param pageSize the largest number of volumes on a page, at least 1. A volume with its metadata takes some
    ///     10 kB of the budget of a response
    /// @param maxPages the largest number of pages, at least 1; if more are needed, the result is
    ///     [Incomplete][CnsQueryResult.Incomplete]
    public CnsQueryResult query(CnsQuery query, int pageSize, int maxPages) {
        try {
            return readPages(query, pageSize, maxPages);
        } catch (VcenterException e) {
            if (e.kind() != VcenterException.Kind.TOO_LARGE || pageSize == 1 || maxPages == 1) {
                throw e;
            }
            return query(query, pageSize / 2, maxPages * 2 + 1);
        }
    }

    private CnsQueryResult readPages(CnsQuery query, int pageSize, int maxPages) {
        var pages = new CnsQueryPages(pageSize, maxPages);
        // Only the second method selects properties.
        String method = query.fields().isEmpty() ? "CnsQueryVolume" : "CnsQueryAllVolume";
        Optional<CnsQueryResult> result = Optional.empty();
        while (result.isEmpty()) {
            long offset = pages.offset();
            SoapRequest request = request(method, xml -> CnsRequests.query(xml, query, offset, pageSize));
            result = pages.add(service.read(request));
        }
        return result.get();
    }

    private MoRef startTask(String method, Consumer<XmlWriter> parameters) {
        return service.startTask(request(method, parameters));
    }

    private SoapRequest request(String method, Consumer<XmlWriter> parameters) {
        SoapRequest request = service.request(method, MANAGER, parameters);
        return operationId.map(request::withOperationId).orElse(request);
    }
}
