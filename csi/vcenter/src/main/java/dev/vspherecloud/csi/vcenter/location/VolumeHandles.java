package dev.vspherecloud.csi.vcenter.location;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import dev.vspherecloud.csi.domain.node.DiskPath;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Finds the handles by which Kubernetes knows volumes: that of a PersistentVolume of the in-tree driver is the path of
/// its disk, as it is written there. csi-attacher looks for exactly this text in a list of volumes.
///
/// Rule from: csi-production 7; external-attacher, pkg/controller/csi_handler.go, ReconcileVA. vsphere-csi-driver (Go)
/// lists migrated volumes by their paths, too.
///
/// Threads: any number of callers.
public final class VolumeHandles {
    private final Supplier<ListResult<List<MetadataVolume>>> persistentVolumes;
    private final KubeVolumeMigrations migrations;

    /// Creates the object.
    ///
    /// @param persistentVolumes returns the PersistentVolumes of the driver
    public VolumeHandles(
            Supplier<ListResult<List<MetadataVolume>>> persistentVolumes, KubeVolumeMigrations migrations) {
        this.persistentVolumes = persistentVolumes;
        this.migrations = migrations;
    }

    /// The handles of all volumes.
    public sealed interface Result {
        /// @param byId   the handles of the volumes by their ids in CNS; a volume that is missing has its id as handle
        /// @param blocks the ids of the block volumes that PersistentVolumes have
        record Known(Map<String, Set<String>> byId, Set<String> blocks) implements Result {
            public Known {
                byId = Map.copyOf(byId);
                blocks = Set.copyOf(blocks);
            }

            /// Returns the handles of a volume.
            public Set<String> of(String volumeId) {
                return byId.getOrDefault(volumeId, Set.of(volumeId));
            }

            /// Returns why a list of CNS is not passed on although CNS calls it complete; empty if it is. csi-attacher
            /// takes each volume that a list lacks for a detached one, and attaches it again.
            ///
            /// Rule from: csi 3.6, `list-volume-threshold`; vsphere-csi-driver,
            /// pkg/csi/service/vanilla/controller.go. Differs: only PersistentVolumes that CNS
            /// does not list count, so that volumes without one do not make up for them.
            ///
            /// @param listed    the ids that CNS lists
            /// @param threshold how many may be missing
            public Optional<String> shortage(Set<String> listed, int threshold) {
                List<String> missing = blocks.stream()
                        .filter(id -> !listed.contains(id))
                        .sorted()
                        .toList();
                return missing.size() <= threshold
                        ? Optional.empty()
                        : Optional.of(
                                "CNS does not list %d of the %d block volumes of PersistentVolumes, such as %s, and list-volume-threshold is %d; check cluster-id, the privilege Cns.Searchable of the account, and whether vCenter was restored from a backup"
                                        .formatted(missing.size(), blocks.size(), missing.getFirst(), threshold));
            }
        }

        /// @param why a sentence for the caller
        record Unknown(String why) implements Result {}
    }

    /// Returns the handles of all volumes. The PersistentVolumes are in memory, and so are the records about volumes of
    /// the in-tree driver while their watch works. A cluster without such volumes does not depend on them.
    ///
    /// @param budget how long the API server may take for these records
    public Result read(Duration budget) {
        return switch (persistentVolumes.get()) {
            case ListResult.Failed<List<MetadataVolume>>(String problem) -> new Result.Unknown(problem);
            case ListResult.KindUnknown<List<MetadataVolume>>(String problem) -> new Result.Unknown(problem);
            case ListResult.Complete<List<MetadataVolume>>(List<MetadataVolume> volumes) ->
                switch (migrations.followed(budget)) {
                    case ListResult.Failed<Map<String, String>>(String problem) ->
                        volumes.stream().anyMatch(volume -> volume.form() == VolumeForm.IN_TREE)
                                ? new Result.Unknown(problem)
                                : known(volumes, Map.of());
                    case ListResult.KindUnknown<Map<String, String>> _ -> known(volumes, Map.of());
                    case ListResult.Complete<Map<String, String>>(Map<String, String> idByPath) ->
                        known(volumes, idByPath);
                };
        };
    }

    static Result.Known known(List<MetadataVolume> volumes, Map<String, String> idByPath) {
        var byId = new HashMap<String, Set<String>>();
        var blocks = new HashSet<String>();
        for (MetadataVolume volume : volumes) {
            id(volume, idByPath).ifPresent(id -> {
                byId.computeIfAbsent(id, _ -> new TreeSet<>()).add(volume.handle());
                if (volume.form() != VolumeForm.FILE) {
                    blocks.add(id);
                }
            });
        }
        // A Pod can name a disk of the in-tree driver without a PersistentVolume.
        idByPath.forEach((path, id) -> byId.computeIfAbsent(id, _ -> Set.of(path)));
        return new Result.Known(byId, blocks);
    }

    private static Optional<String> id(MetadataVolume volume, Map<String, String> idByPath) {
        return switch (volume.form()) {
            case BLOCK, FILE -> Optional.of(volume.handle());
            case IN_TREE -> Optional.ofNullable(idByPath.get(DiskPath.canonical(volume.handle())));
            case UNKNOWN -> Optional.empty();
        };
    }
}
