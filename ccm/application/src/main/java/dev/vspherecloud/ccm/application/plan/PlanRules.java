package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeSettings;

/// What command line, environment and configuration say to both programs.
///
/// @param initialises  whether the node controller runs
/// @param ends         whether the node lifecycle controller runs
/// @param presentKeeps whether `SKIP_NODE_DELETION` is there, by which the Go program deletes nothing
public record PlanRules(
        NodeSettings settings, LifecycleRules lifecycle, boolean initialises, boolean ends, boolean presentKeeps) {}
