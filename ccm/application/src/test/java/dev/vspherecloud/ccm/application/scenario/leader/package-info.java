/// Scenarios with several processes of the program: one leads, others stand by, and the Lease changes its holder.
///
/// Begin with [StandbyScenario], then [TwoLeadersScenario]. A [Replicas] runs the processes.
@NullMarked
package dev.vspherecloud.ccm.application.scenario.leader;

import org.jspecify.annotations.NullMarked;
