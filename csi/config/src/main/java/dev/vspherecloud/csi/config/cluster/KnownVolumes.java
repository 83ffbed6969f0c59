package dev.vspherecloud.csi.config.cluster;

import java.util.SortedSet;
import java.util.TreeSet;

/// The PersistentVolumes of the driver that the cluster already has, and the cluster ids that CNS has recorded for
/// them.
public sealed interface KnownVolumes {
    /// The cluster has no PersistentVolume of the driver.
    record None() implements KnownVolumes {}

    /// The cluster has such PersistentVolumes, and CNS has not been asked about them yet.
    ///
    /// @param count the number of PersistentVolumes, at least 1
    record NotQueried(int count) implements KnownVolumes {}

    /// Every configured vCenter has answered.
    ///
    /// @param count the number of PersistentVolumes, at least 1
    /// @param ids the cluster ids in the metadata of these volumes; empty if no vCenter knows one of them
    record Queried(int count, SortedSet<String> ids) implements KnownVolumes {
        public Queried {
            ids = new TreeSet<>(ids);
        }

        @Override
        public SortedSet<String> ids() {
            return new TreeSet<>(ids);
        }
    }

    /// The PersistentVolumes or their metadata could not be read.
    ///
    /// @param reason why, for the message
    record Unread(String reason) implements KnownVolumes {}
}
