package dev.vspherecloud.csi.commands.explain;

import dev.vspherecloud.csi.cns.CnsVolume;
import java.util.List;

/// What the vCenters say about a volume.
sealed interface CnsAnswer {
    /// It is not known whether CNS has the volume.
    ///
    /// @param why a clause that names the reason
    record Unknown(String why) implements CnsAnswer {}

    /// No vCenter of the configuration has the volume.
    record Missing(List<String> vcenters) implements CnsAnswer {
        public Missing {
            vcenters = List.copyOf(vcenters);
        }
    }

    /// This vCenter has the volume.
    record Found(String vcenter, CnsVolume volume) implements CnsAnswer {}
}
