/// What this process does while it leads: election, controllers, and the order in which they start and stop.
///
/// [ControllerManager] is the life of the process. [SharedSources] reads what all controllers use, [ControllerFactory]
/// makes each controller, and [ActiveControllers] starts and stops both. The package makes no decision about a Node.
///
/// Threads: [Elections] starts one for each Lease, [SharedSources] those that read Nodes, Services and Events, and each
/// controller its workers.
///
/// To add a controller, begin with [ControllerFactory].
@NullMarked
package dev.vspherecloud.ccm.application.leader;

import org.jspecify.annotations.NullMarked;
