package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.application.print.ConfiguredDatacenter;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/// The plan for a cluster: what would change if this program replaced the current one.
///
/// @param nodes the plans of the Nodes in the order of the API server, which sorts by name
/// @param silentVcenters the vCenters that did not answer
/// @param lost the work of the current program that no program would do any more
/// @param datacenters what the configured datacenters name in the vCenters that answered
public record Plan(
        List<NodePlan> nodes,
        List<VmLookup.Silence> silentVcenters,
        PlanRules rules,
        List<LostFeature> lost,
        List<ConfiguredDatacenter> datacenters) {
    public Plan {
        datacenters = List.copyOf(datacenters);
        nodes = List.copyOf(nodes);
        silentVcenters = List.copyOf(silentVcenters);
        lost = List.copyOf(lost);
    }

    /// Returns this plan with the work that no program would do any more.
    public Plan withLost(List<LostFeature> work) {
        return new Plan(nodes, silentVcenters, rules, work, datacenters);
    }

    /// Returns this plan with what the configured datacenters name.
    public Plan withDatacenters(List<ConfiguredDatacenter> configured) {
        return new Plan(nodes, silentVcenters, rules, lost, configured);
    }

    public static Plan of(Collection<NodeInput> inputs, List<VmLookup.Silence> silent, PlanRules rules) {
        return new Plan(
                inputs.stream().map(input -> NodePlan.of(input, rules)).toList(), silent, rules, List.of(), List.of());
    }

    /// Returns true if a person should review something before the replacement. This is so if
    ///
    /// - other programs would notice it on a Node,
    /// - a Node may be deleted,
    /// - a vCenter did not answer,
    /// - or the current program does work that this program does not do.
    ///
    /// The annotations of this program do not count: every Node gets them, and no other program reads them.
    public boolean needsReview() {
        return !lost.isEmpty() || !silentVcenters.isEmpty() || nodes.stream().anyMatch(NodePlan::needsReview);
    }

    long count(Predicate<NodePlan> condition) {
        return nodes.stream().filter(condition).count();
    }

    long count(PlanOutcome planOutcome) {
        return count(node -> node.planOutcome() == planOutcome);
    }

    long count(UpstreamDeletion.When when) {
        return count(node -> node.upstream().when() == when);
    }

    long count(DeletionForecast.When when) {
        return count(node -> node.forecast().when() == when);
    }
}
