/// Scenarios for Nodes whose VM is shut down or does not exist any more: taints, deletion, and Nodes that must
/// stay.
///
/// Begin with [DestroyedVmScenario], then [ExistenceFaultsScenario] for false answers of a vCenter.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.lifecycle;

import org.jspecify.annotations.NullMarked;
