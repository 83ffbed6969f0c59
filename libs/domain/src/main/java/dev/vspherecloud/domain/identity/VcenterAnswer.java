package dev.vspherecloud.domain.identity;

import java.util.List;

/// The answer of one vCenter about one Node's VM. [IdentityPolicy] combines the answers of all vCenters.
public sealed interface VcenterAnswer {
    /// The vCenter answered.
    ///
    /// @param candidates the VMs that may be the Node's; empty if the account sees no such VM
    record Answered(String vcenter, List<VmCandidate> candidates) implements VcenterAnswer {
        public Answered {
            candidates = List.copyOf(candidates);
        }
    }

    /// The vCenter cannot be asked at the moment.
    record Silent(VmLookup.Silence silence) implements VcenterAnswer {}

    /// The vCenter was asked a moment ago and is expected to answer soon.
    record Awaited(String vcenter) implements VcenterAnswer {}

    /// The vCenter takes longer than usual to answer. A VM that other vCenters found can be used now; a
    /// decision that needs all answers waits.
    record Slow(String vcenter) implements VcenterAnswer {}
}
