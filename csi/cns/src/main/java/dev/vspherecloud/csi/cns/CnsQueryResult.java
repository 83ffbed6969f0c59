package dev.vspherecloud.csi.cns;

import java.util.List;

/// The volumes that a query found.
public sealed interface CnsQueryResult {
    /// All volumes that match.
    ///
    /// @param volumes each once, in the order of vCenter
    record Complete(List<CnsVolume> volumes) implements CnsQueryResult {
        public Complete {
            volumes = List.copyOf(volumes);
        }
    }

    /// Some of the volumes that match. That a volume is not among them says nothing.
    ///
    /// @param why for messages
    record Incomplete(List<CnsVolume> volumes, String why) implements CnsQueryResult {
        public Incomplete {
            volumes = List.copyOf(volumes);
        }
    }
}
