package dev.vspherecloud.csi.domain.metadata;

import java.util.Comparator;

/// The name of a Kubernetes object that CNS records with a volume.
///
/// @param namespace empty for a PersistentVolume
public record EntityKey(EntityKind kind, String namespace, String name) implements Comparable<EntityKey> {
    private static final Comparator<EntityKey> ORDER = Comparator.comparing(EntityKey::kind)
            .thenComparing(EntityKey::namespace)
            .thenComparing(EntityKey::name);

    public static EntityKey volume(String name) {
        return new EntityKey(EntityKind.PERSISTENT_VOLUME, "", name);
    }

    public static EntityKey claim(String namespace, String name) {
        return new EntityKey(EntityKind.CLAIM, namespace, name);
    }

    public static EntityKey pod(String namespace, String name) {
        return new EntityKey(EntityKind.POD, namespace, name);
    }

    @Override
    public int compareTo(EntityKey other) {
        return ORDER.compare(this, other);
    }

    /// Returns the text for messages, as in `PersistentVolumeClaim shop/data`.
    @Override
    public String toString() {
        return kind.text() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
