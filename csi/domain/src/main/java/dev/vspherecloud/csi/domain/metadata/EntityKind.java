package dev.vspherecloud.csi.domain.metadata;

/// The kinds of Kubernetes objects that CNS records with a volume.
public enum EntityKind {
    PERSISTENT_VOLUME("PersistentVolume"),
    CLAIM("PersistentVolumeClaim"),
    POD("Pod");

    private final String text;

    EntityKind(String text) {
        this.text = text;
    }

    /// Returns the kind as Kubernetes writes it.
    public String text() {
        return text;
    }
}
