package dev.vspherecloud.csi.domain.deletion;

/// An object of the API server that names a volume or a snapshot.
public sealed interface NamingObject {
    String name();

    /// Returns the object for messages, as in `PersistentVolume pv-a`.
    String text();

    /// A PersistentVolume with the handle of the volume.
    ///
    /// @param phase  the phase of its status, as in `Released`; empty if it has none yet
    /// @param isKept true if its reclaim policy is not Delete
    record PersistentVolume(String name, String uid, String phase, boolean isKept) implements NamingObject {
        @Override
        public String text() {
            return "PersistentVolume " + name;
        }
    }

    /// A VolumeSnapshotContent with the handle of the snapshot, or of a snapshot of the volume.
    ///
    /// @param isBeingDeleted true if the object is to go, and only finalizers keep it
    /// @param isKept         true if its deletion policy is not Delete
    record SnapshotContent(String name, boolean isBeingDeleted, boolean isKept) implements NamingObject {
        @Override
        public String text() {
            return "VolumeSnapshotContent " + name;
        }
    }

    /// A VolumeAttachment of a PersistentVolume with the handle of the volume.
    ///
    /// @param node the name of the Node
    record Attachment(String name, String node) implements NamingObject {
        @Override
        public String text() {
            return "VolumeAttachment " + name;
        }
    }
}
