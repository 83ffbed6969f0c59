package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeSettings;

/// The rules that both programs take from command line, environment and configuration.
///
/// @param initialises whether the node controller runs
/// @param ends whether the node lifecycle controller runs
/// @param presentKeeps whether `SKIP_NODE_DELETION` is set, with which cloud-provider-vsphere (Go) deletes nothing
public record PlanRules(
        NodeSettings settings, LifecycleRules lifecycle, boolean initialises, boolean ends, boolean presentKeeps) {}
