package dev.vspherecloud.csi.cluster.metadata;

import java.util.Optional;

/// Receives each change of the objects of a kind. It must return at once.
@FunctionalInterface
public interface ObjectChangeListener<T> {
    /// Called when an object appeared, changed, or vanished.
    ///
    /// @param before    empty if the object is new
    /// @param after     empty if the object vanished
    /// @param isWatched true if the watch showed the change; false if a list did. After a restore of etcd, a list
    ///     lacks objects that were not deleted
    void onChanged(Optional<T> before, Optional<T> after, boolean isWatched);
}
