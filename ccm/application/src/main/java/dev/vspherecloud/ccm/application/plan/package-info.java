/// Computes what would change in a cluster if this program replaced the current cloud provider: every write to a
/// Node, every Node that stays unchanged, every Node that either program might delete.
///
/// Pure: the package receives Nodes and their VMs, decides as the controllers do, and returns text or JSON.
/// `PlanCommand` reads the cluster. The package starts no thread. Begin with [Plan], then [NodePlan].
@NullMarked
package dev.vspherecloud.ccm.application.plan;

import org.jspecify.annotations.NullMarked;
