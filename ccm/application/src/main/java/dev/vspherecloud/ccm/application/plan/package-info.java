/// What would change in a cluster if this program replaced the running cloud provider: every write on a Node, every
/// Node that stays untouched, every Node that either program might delete.
///
/// Pure: the package gets Nodes and their VMs, decides as the controllers do, and returns text or JSON. It does not
/// read the cluster; `PlanCommand` does. It starts no thread. Begin with [Plan], then [NodePlan].
@NullMarked
package dev.vspherecloud.ccm.application.plan;

import org.jspecify.annotations.NullMarked;
