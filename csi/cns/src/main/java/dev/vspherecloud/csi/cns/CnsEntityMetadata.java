package dev.vspherecloud.csi.cns;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A Kubernetes object that uses a volume: a PersistentVolume, a claim or a Pod.
///
/// @param type      the kind of object
/// @param name      its name, not blank
/// @param namespace its namespace; empty for a PersistentVolume
/// @param clusterId the id of its cluster; empty if vCenter does not report it
/// @param labels    its labels by key
/// @param refersTo  the objects it uses: a claim refers to its PersistentVolume, a Pod to its claim
/// @param isDeleted true if the object is deleted and vCenter has to remove it from the volume
public record CnsEntityMetadata(
        EntityType type,
        String name,
        String namespace,
        String clusterId,
        SortedMap<String, String> labels,
        List<EntityReference> refersTo,
        boolean isDeleted) {
    /// The kinds of objects, with the names of the wire format.
    public enum EntityType {
        PERSISTENT_VOLUME,
        PERSISTENT_VOLUME_CLAIM,
        POD
    }

    /// A reference to another object.
    ///
    /// @param namespace empty for a PersistentVolume
    /// @param clusterId the id of its cluster; may be empty
    public record EntityReference(EntityType type, String name, String namespace, String clusterId) {
        public EntityReference {
            requireName(name);
        }
    }

    public CnsEntityMetadata {
        requireName(name);
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        refersTo = List.copyOf(refersTo);
    }

    /// Creates the metadata of a PersistentVolume.
    public static CnsEntityMetadata persistentVolume(String name, String clusterId, Map<String, String> labels) {
        return new CnsEntityMetadata(
                EntityType.PERSISTENT_VOLUME, name, "", clusterId, new TreeMap<>(labels), List.of(), false);
    }

    /// Creates the metadata of a claim that is bound to a PersistentVolume.
    public static CnsEntityMetadata claim(
            String namespace, String name, String clusterId, Map<String, String> labels, String persistentVolume) {
        var volume = new EntityReference(EntityType.PERSISTENT_VOLUME, persistentVolume, "", clusterId);
        return new CnsEntityMetadata(
                EntityType.PERSISTENT_VOLUME_CLAIM,
                name,
                namespace,
                clusterId,
                new TreeMap<>(labels),
                List.of(volume),
                false);
    }

    /// Creates the metadata of a Pod that uses a claim of its namespace.
    public static CnsEntityMetadata pod(String namespace, String name, String clusterId, String claim) {
        var used = new EntityReference(EntityType.PERSISTENT_VOLUME_CLAIM, claim, namespace, clusterId);
        return new CnsEntityMetadata(EntityType.POD, name, namespace, clusterId, new TreeMap<>(), List.of(used), false);
    }

    /// Returns the same object as deleted.
    public CnsEntityMetadata deleted() {
        return new CnsEntityMetadata(type, name, namespace, clusterId, labels, refersTo, true);
    }

    /// Returns true if the full sync of vsphere-csi-driver (Go) has marked the PersistentVolume as one that its cluster
    /// does not have. Such an entity says that nothing uses the volume.
    ///
    /// Rule from: csi 4.3 step 5.
    public boolean isMarkedMissing() {
        return type == EntityType.PERSISTENT_VOLUME && "true".equals(labels.get("pv_missing"));
    }

    private static void requireName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a Kubernetes object in the metadata of a volume is blank");
        }
    }
}
