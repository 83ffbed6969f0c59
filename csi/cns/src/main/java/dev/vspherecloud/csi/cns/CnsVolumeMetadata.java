package dev.vspherecloud.csi.cns;

import java.util.List;

/// What vCenter knows about the use of a volume: the cluster, and the objects in it.
public record CnsVolumeMetadata(CnsContainerCluster cluster, List<CnsEntityMetadata> entities) {
    public CnsVolumeMetadata {
        entities = List.copyOf(entities);
    }

    /// Throws an exception if CNS would refuse the metadata of a block volume, and with it the whole call.
    ///
    /// Rule from: csi 4.2; kubernetes-sigs/vsphere-csi-driver, pull requests 671 and 4230.
    void requireOneOfEach() {
        long kinds = entities.stream()
                .map(entity -> entity.type() + " " + entity.clusterId())
                .distinct()
                .count();
        if (kinds < entities.size()) {
            throw new IllegalArgumentException("found %d entities of %d types and clusters, expected one of each"
                    .formatted(entities.size(), kinds));
        }
    }
}
