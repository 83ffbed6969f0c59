/// Promises about rights in the cluster: those of the chart are sufficient, and the program names each missing one.
///
/// Begin with [LeastPrivilegeScenario]. A [DeployedRun] works with the rights that [DeployedRights] reads from
/// the manifests.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.privilege;

import org.jspecify.annotations.NullMarked;
