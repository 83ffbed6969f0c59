/// Promises about Nodes whose VM is shut down or gone: taints, deletion, and Nodes that must stay.
///
/// Begin with [DestroyedVmScenario], then [ExistenceFaultsScenario] for what a vCenter may say wrongly.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.lifecycle;

import org.jspecify.annotations.NullMarked;
