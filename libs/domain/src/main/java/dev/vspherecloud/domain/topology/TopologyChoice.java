package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// The zone and region of a Node, or why they are not known.
public sealed interface TopologyChoice {
    /// Returns one verdict for each object of each path, in the order of the search. Objects that were not
    /// searched any more are included.
    List<AncestorVerdict> verdicts();

    /// The zone and region are decided.
    ///
    /// @param zone   empty if there is no category for zones, or no tag of it where none is required
    /// @param region empty if there is no category for regions, or no tag of it where none is required
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

    /// All tags were read, and required tags are missing.
    record Untagged(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Untagged {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// Something that would decide the result cannot be read or is ambiguous: a missing label is better than a
    /// wrong one.
    record Unknown(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Unknown {
            verdicts = List.copyOf(verdicts);
        }
    }
}
