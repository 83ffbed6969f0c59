package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.metadata.DesiredMetadata;
import dev.vspherecloud.csi.domain.metadata.OwnCluster;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The volumes of one vCenter, for the synchronisation of metadata. No failure is an exception: each is a result. A
/// call that is interrupted returns a failure, and the interrupt stays set.
public interface MetadataVcenter {
    /// The largest number of volumes of one query or update.
    int BATCH = 200;

    /// Returns the name of the vCenter in the configuration.
    String name();

    /// Returns the server of the vCenter, by which records name it.
    String server();

    /// Returns the cluster that CNS records as the owner of new volumes.
    OwnCluster cluster();

    /// Reads all volumes of the cluster, with few calls.
    MetadataQueryResult list();

    /// Reads these volumes, whichever cluster they belong to.
    ///
    /// @param ids at least one, at most [#BATCH]
    MetadataQueryResult volumes(Set<String> ids);

    /// Changes the metadata of volumes, with one call if CNS accepts that. A volume that CNS refuses does not fail the
    /// others.
    ///
    /// @param updates at least one, at most [#BATCH], one for each volume
    /// @return a result for each volume
    Map<String, MetadataWriteResult> update(List<MetadataUpdate> updates);

    /// Registers an existing disk as a volume of the same id. CNS refuses to register it twice, so a call whose result
    /// is unknown can be repeated. Only one entity of each kind is written; an update must write the others.
    ///
    /// @param name    the name of the volume in CNS
    /// @param desired the id of the disk, and the metadata of the volume
    MetadataWriteResult register(String name, DesiredMetadata desired);

    /// Makes CNS forget a volume. Its disk stays.
    MetadataWriteResult unregister(String id);
}
