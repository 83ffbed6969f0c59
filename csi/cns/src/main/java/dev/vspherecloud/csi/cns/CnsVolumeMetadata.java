package dev.vspherecloud.csi.cns;

import java.util.List;

/// What vCenter knows about the use of a volume: the cluster, and the objects in it.
public record CnsVolumeMetadata(CnsContainerCluster cluster, List<CnsEntityMetadata> entities) {
    public CnsVolumeMetadata {
        entities = List.copyOf(entities);
    }
}
