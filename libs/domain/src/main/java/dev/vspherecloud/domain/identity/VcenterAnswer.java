package dev.vspherecloud.domain.identity;

import java.util.List;

/// What one vCenter says when it is asked for one Node's VM. [IdentityPolicy] makes one answer of all.
public sealed interface VcenterAnswer {
    /// It was asked.
    ///
    /// @param candidates empty when it has no such VM that the account may see
    record Answered(String vcenter, List<VmCandidate> candidates) implements VcenterAnswer {
        public Answered {
            candidates = List.copyOf(candidates);
        }
    }

    /// It can't be asked at the moment.
    record Silent(VmLookup.Silence silence) implements VcenterAnswer {}

    /// It was asked a moment ago and is expected to answer.
    record Asked(String vcenter) implements VcenterAnswer {}

    /// It takes longer than usual to answer: what others found need not wait for it, and a verdict must.
    record Slow(String vcenter) implements VcenterAnswer {}
}
