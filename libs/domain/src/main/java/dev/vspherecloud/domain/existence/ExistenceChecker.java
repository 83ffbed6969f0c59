package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The vCenters, for questions that their snapshots do not answer. Nothing here waits for a vCenter.
public interface ExistenceChecker {
    /// Has all vCenters asked about a VM, by their watchers. Whoever implements it announces the Node when there is a
    /// new [#report]. A question about a Node for which one is under way takes its place.
    void ask(ExistenceCheckRequest question);

    /// What came of the newest question about this Node that is answered; empty before the first.
    Optional<ExistenceCheckResult> report(NodeName node);

    /// There is nothing to be asked about the Node any more.
    void dismiss(NodeName node);

    /// Which vCenters there are, by name, and where in their history they were when that was last read.
    Map<String, VcenterEventPosition> marks();

    /// How long ago the vCenter confirmed what it shows: by a completed wait, or a full read; empty when it never did,
    /// or does not answer at the moment.
    Optional<Duration> age(String vcenter);
}
