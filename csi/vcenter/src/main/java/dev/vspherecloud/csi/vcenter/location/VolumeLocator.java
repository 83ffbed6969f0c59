package dev.vspherecloud.csi.vcenter.location;

import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.MigratedVolumeResult;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Finds the volume that a handle names, and the vCenter that has it.
///
/// The id of a volume of the in-tree driver is in a `CnsVSphereVolumeMigration`. With several vCenters, the
/// `CNSVolumeInfo` of a volume tells which one has it; without one, all are asked at once. So a vCenter that hangs
/// delays only its own volumes.
///
/// Threads: any number of callers.
///
/// @param <V> a vCenter
public final class VolumeLocator<V extends VolumeVcenter> {
    /// The reason if there is no vCenter at all.
    public static final String NO_VCENTER = "no vCenter is connected; the call is repeated";

    /// The time for one request to the API server.
    private static final Duration API_BUDGET = Duration.ofSeconds(10);

    private final Supplier<List<V>> vcenters;
    private final KubeVolumeVcenters records;
    private final KubeVolumeMigrations migrations;

    /// Creates the object.
    ///
    /// @param vcenters returns the vCenters in use, in the order of the configuration
    public VolumeLocator(Supplier<List<V>> vcenters, KubeVolumeVcenters records, KubeVolumeMigrations migrations) {
        this.vcenters = vcenters;
        this.records = records;
        this.migrations = migrations;
    }

    /// Returns the vCenters in use, in the order of the configuration.
    public List<V> vcenters() {
        return vcenters.get();
    }

    /// Finds a volume by its handle.
    public VolumeLocation<V> find(VolumeHandle handle, Duration atMost) throws InterruptedException {
        return switch (handle) {
            case VolumeHandle.Block(String id) -> findById(id, atMost);
            case VolumeHandle.FileShare share -> findById(share.text(), atMost);
            case VolumeHandle.InTree disk ->
                switch (migrations.find(disk.text(), API_BUDGET)) {
                    case MigratedVolumeResult.Found(String id) -> findById(id, atMost);
                    case MigratedVolumeResult.NotFound() -> new VolumeLocation.Unregistered<>(disk);
                    case MigratedVolumeResult.Ambiguous(List<String> ids) -> new VolumeLocation.Ambiguous<>(disk, ids);
                    case MigratedVolumeResult.Unknown(String problem) -> new VolumeLocation.Unknown<>(problem);
                };
        };
    }

    /// Finds the vCenter of a volume by its id in CNS.
    public VolumeLocation<V> findById(String id, Duration atMost) throws InterruptedException {
        List<V> all = vcenters.get();
        if (all.isEmpty()) {
            return new VolumeLocation.Unknown<>(NO_VCENTER);
        }
        if (all.size() == 1) {
            return new VolumeLocation.Found<>(all.getFirst(), id);
        }
        return switch (records.read(id, API_BUDGET)) {
            case VolumeRecordResult.Found(String server) ->
                named(server)
                        .<VolumeLocation<V>>map(vcenter -> new VolumeLocation.Found<>(vcenter, id))
                        .orElseGet(() -> new VolumeLocation.Unknown<>(notConfigured(server)));
            case VolumeRecordResult.Unknown(String problem) -> new VolumeLocation.Unknown<>(problem);
            case VolumeRecordResult.Absent() -> search(all, id, atMost);
        };
    }

    /// Returns the vCenter in use with this name.
    public Optional<V> named(String server) {
        return vcenters.get().stream()
                .filter(each -> each.server().equals(server))
                .findFirst();
    }

    /// Returns what to do about a record that names a vCenter that is not in use.
    public static String notConfigured(String server) {
        return "vCenter %s is not in the configuration; add it again".formatted(server);
    }

    private VolumeLocation<V> search(List<V> all, String id, Duration atMost) throws InterruptedException {
        return switch (VcenterSearch.find(
                all,
                vcenter -> vcenter.silence().isPresent(),
                (vcenter, budget) -> vcenter.has(id, budget),
                atMost,
                System::nanoTime)) {
            case VcenterSearch.Result.Found<V>(V vcenter) -> new VolumeLocation.Found<>(vcenter, id);
            case VcenterSearch.Result.NotFound<V>() -> unlisted(all, id, atMost);
            case VcenterSearch.Result.Unknown<V>(List<V> silent) ->
                new VolumeLocation.Unknown<>("no vCenter shows volume %s, and these do not answer: %s"
                        .formatted(
                                id, silent.stream().map(VolumeVcenter::server).collect(Collectors.joining(", "))));
        };
    }

    private static <V extends VolumeVcenter> VolumeLocation<V> unlisted(List<V> all, String id, Duration atMost) {
        return all.stream()
                .flatMap(vcenter -> vcenter.reasonToWait(id, atMost.dividedBy(all.size())).stream())
                .findFirst()
                .<VolumeLocation<V>>map(VolumeLocation.Unknown::new)
                .orElseGet(() -> new VolumeLocation.NoVcenterHas<>(id));
    }
}
