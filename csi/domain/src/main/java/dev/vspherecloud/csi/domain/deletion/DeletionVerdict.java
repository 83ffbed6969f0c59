package dev.vspherecloud.csi.domain.deletion;

import java.util.List;

/// The answer to the question if a volume or snapshot may be destroyed.
public sealed interface DeletionVerdict {
    /// Nothing else knows of it.
    record May() implements DeletionVerdict {}

    /// Something still has or names it.
    ///
    /// @param objects the objects of the API server that name it; empty if a VM has the disk
    /// @param message what was found, and what to do
    record Stopped(List<NamingObject> objects, String message) implements DeletionVerdict {
        public Stopped {
            objects = List.copyOf(objects);
        }
    }

    /// It could not be found out. Nothing may be destroyed then.
    record Unknown(String why) implements DeletionVerdict {}
}
