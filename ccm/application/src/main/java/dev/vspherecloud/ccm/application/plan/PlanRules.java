package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeSettings;

/// The rules that the current program and this one take from command line, environment and configuration.
///
/// @param runsNodeController true if the node controller runs
/// @param runsLifecycleController true if the node lifecycle controller runs
/// @param presentKeeps true if `SKIP_NODE_DELETION` is set; then cloud-provider-vsphere (Go) deletes nothing
public record PlanRules(
        NodeSettings settings,
        LifecycleRules lifecycle,
        boolean runsNodeController,
        boolean runsLifecycleController,
        boolean presentKeeps) {}
