package dev.vspherecloud.csi.cns;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A volume as a query returns it. Properties that the query did not select, or that vCenter does not report,
/// are empty.
///
/// @param id            the id of the volume
/// @param name          its name
/// @param type          `BLOCK` or `FILE`
/// @param datastoreUrl  the URL of its datastore, as in `ds:///vmfs/volumes/vsan:52…/`
/// @param storagePolicy the id of its storage policy
/// @param capacityInMb  MiB
/// @param backingDiskId the id of its First Class Disk
/// @param backingDisk   the path of its disk file, as in `[datastore1] fcd/a.vmdk`
/// @param health        its health, as in `green`
/// @param cluster       the cluster it belongs to
/// @param entities      the Kubernetes objects that use it
/// @param accessPoint   where a file volume is mounted from with NFSv4.1, as in `10.0.0.1:/vsanfs/5f1c`
public record CnsVolume(
        CnsVolumeId id,
        String name,
        String type,
        String datastoreUrl,
        String storagePolicy,
        OptionalLong capacityInMb,
        String backingDiskId,
        String backingDisk,
        String health,
        Optional<CnsContainerCluster> cluster,
        List<CnsEntityMetadata> entities,
        Optional<String> accessPoint) {
    public CnsVolume {
        entities = List.copyOf(entities);
    }

    /// Creates a block volume.
    public CnsVolume(
            CnsVolumeId id,
            String name,
            String type,
            String datastoreUrl,
            String storagePolicy,
            OptionalLong capacityInMb,
            String backingDiskId,
            String backingDisk,
            String health,
            Optional<CnsContainerCluster> cluster,
            List<CnsEntityMetadata> entities) {
        this(
                id,
                name,
                type,
                datastoreUrl,
                storagePolicy,
                capacityInMb,
                backingDiskId,
                backingDisk,
                health,
                cluster,
                entities,
                Optional.empty());
    }
}
