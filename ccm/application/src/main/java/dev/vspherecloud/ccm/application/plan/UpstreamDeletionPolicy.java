package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.ProviderId;
import java.util.Optional;

/// Decides which Nodes cloud-provider-vsphere (Go) might delete. Pure.
///
/// Every few seconds cloud-provider-vsphere (Go) searches the VM of each Node that is not ready, by the value of
/// its provider ID, whatever that is. It deletes the Node after the first search of all vCenters that finds no VM
/// and has no error. A vCenter that does not answer is an error, so no Node is deleted meanwhile.
/// `SKIP_NODE_DELETION` counts as an error too, and so does a Node without a provider ID whose name finds no VM.
///
/// cloud-provider-vsphere (Go) may still remember the VM from an earlier search. Then it asks for that VM as well,
/// until it is restarted or another replica leads. That state is not visible from outside, so the policy does not
/// rely on it.
///
/// Rule from: cloud-provider-vsphere, instances.go (InstanceExists), search.go, util.go (GetUUIDFromProviderID);
/// kubernetes/cloud-provider, controllers/nodelifecycle (MonitorNodes).
final class UpstreamDeletionPolicy {
    private UpstreamDeletionPolicy() {}

    static UpstreamDeletion evaluate(NodeInput input, PlanRules rules) {
        Optional<UpstreamDeletionRisk> danger = rules.runsLifecycleController() ? risk(input) : Optional.empty();
        return danger.map(_ -> new UpstreamDeletion(when(input.node(), rules), danger))
                .orElse(UpstreamDeletion.NEVER);
    }

    private static UpstreamDeletion.When when(NodeView node, PlanRules rules) {
        if (rules.presentKeeps()) {
            return UpstreamDeletion.When.SWITCHED_OFF;
        }
        return node.health().ready() == Ready.TRUE ? UpstreamDeletion.When.ONCE_NOT_READY : UpstreamDeletion.When.NOW;
    }

    private static Optional<UpstreamDeletionRisk> risk(NodeInput input) {
        NodeView node = input.node();
        return switch (node.identity()) {
            case NodeIdentity.Foreign _ -> Optional.of(UpstreamDeletionRisk.PROVIDER_ID_FOREIGN);
            case NodeIdentity.Malformed(String id) ->
                // cloud-provider-vsphere (Go) refuses an empty UUID before the search, which is an error, so it
                // deletes nothing.
                id.substring(ProviderId.PREFIX.length()).isBlank()
                        ? Optional.empty()
                        : Optional.of(UpstreamDeletionRisk.PROVIDER_ID_MALFORMED);
            case NodeIdentity.OnVsphere _ ->
                node.providerId().isEmpty() ? Optional.empty() : input.lookup().flatMap(UpstreamDeletionPolicy::risk);
        };
    }

    private static Optional<UpstreamDeletionRisk> risk(VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Missing _ -> Optional.of(UpstreamDeletionRisk.VM_NOT_FOUND);
            case VmLookup.Elsewhere _ -> Optional.of(UpstreamDeletionRisk.VM_OUTSIDE_DATACENTERS);
            case VmLookup.Unreadable _ -> Optional.of(UpstreamDeletionRisk.VM_UNREADABLE);
            case VmLookup.Conflict conflict ->
                conflict.namedVms().isEmpty() ? Optional.of(UpstreamDeletionRisk.VM_NOT_FOUND) : Optional.empty();
            case VmLookup.Found(var vm, var _, var _) ->
                vm.connection() == ConnectionState.INACCESSIBLE
                        ? Optional.of(UpstreamDeletionRisk.VM_INACCESSIBLE)
                        : Optional.empty();
            case VmLookup.Ambiguous _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _,
                    VmLookup.Unknown _,
                    VmLookup.Pending _ -> Optional.empty();
        };
    }
}
