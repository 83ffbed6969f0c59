package dev.vspherecloud.domain.topology;

import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;

/// Which zone and region a Node is in, or why that is not known.
public sealed interface TopologyChoice {
    /// What was made of each place of each path, in the order in which they are looked at; of those too that were not
    /// looked at any more.
    List<AncestorVerdict> verdicts();

    /// @param zone   empty when there is no category of zones, or no tag of it where none is required
    /// @param region empty when there is no category of regions, or no tag of it where none is required
    record Chosen(Optional<String> zone, Optional<String> region, List<AncestorVerdict> verdicts)
            implements TopologyChoice {
        public Chosen {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// Tags that may decide it are being read.
    record Awaited() implements TopologyChoice {
        @Override
        public List<AncestorVerdict> verdicts() {
            return List.of();
        }
    }

    /// Everything was read, and the tags that are required are not there.
    record Untagged(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Untagged {
            verdicts = List.copyOf(verdicts);
        }
    }

    /// What would decide it can't be read, or is not clear: no label is better than a wrong one.
    record Unknown(Reason reason, List<AncestorVerdict> verdicts) implements TopologyChoice {
        public Unknown {
            verdicts = List.copyOf(verdicts);
        }
    }
}
