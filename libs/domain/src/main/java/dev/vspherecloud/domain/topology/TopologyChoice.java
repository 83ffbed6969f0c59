package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// The zone and region of a Node, or why they are not known.
public sealed interface TopologyChoice {
    /// Returns one verdict for each object of each path, in the order of the search. Objects that the search
    /// did not reach are included.
    List<AncestorVerdict> verdicts();

    /// The zone and region are decided.
    ///
    /// @param zone   the zone; empty if no category for zones is configured, or if zones are not required and
    ///     no tag names one
    /// @param region the region; empty if no category for regions is configured, or if regions are not required
    ///     and no tag names one
    record Chosen(Optional<String> zone, Optional<String> region, List<AncestorVerdict> verdicts)
            implements TopologyChoice {
        public Chosen {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// Tags that may decide the result are still being read.
    record Awaited() implements TopologyChoice {
        @Override
        public List<AncestorVerdict> verdicts() {
            return List.of();
        }
    }

    /// All tags were read, but some required tags are missing.
    record Untagged(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Untagged {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// Something that would decide the zone or region cannot be read or is ambiguous: a missing label is better
    /// than a wrong one.
    record Unknown(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Unknown {
            verdicts = List.copyOf(verdicts);
        }
    }
}
