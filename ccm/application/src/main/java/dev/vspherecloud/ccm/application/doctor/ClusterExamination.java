package dev.vspherecloud.ccm.application.doctor;

import dev.vspherecloud.ccm.cluster.TaintedNode;
import java.util.List;
import java.util.Optional;

/// The result of examining the cluster.
///
/// @param findings except those about Nodes
/// @param gaps what could not be examined
/// @param nodes empty if they cannot be read
/// @param missingRights the rights of the provider that the account lacks
public record ClusterExamination(
        List<Finding> findings,
        List<Diagnosis.Gap> gaps,
        Optional<List<TaintedNode>> nodes,
        List<RequiredRight> missingRights,
        LeaderFacts leader) {
    public ClusterExamination {
        findings = List.copyOf(findings);
        gaps = List.copyOf(gaps);
        missingRights = List.copyOf(missingRights);
    }

    /// Returns true if logins can be recorded.
    public boolean canRecordLogins() {
        return missingRights.stream().noneMatch(RequiredRight::isForLoginRecord);
    }
}
