/// Everything that this process does while it leads: leader election, controllers, and the order in which they
/// start and stop.
///
/// [ControllerManager] runs the process. [SharedSources] reads what all controllers use, a [ControllerFactory]
/// creates each controller, and [ActiveControllers] starts and stops the sources and the controllers. The package
/// makes no decision about a Node.
///
/// Threads: [Elections] starts one for each Lease, [SharedSources] those that read Nodes, Services and Events, and
/// each controller its workers.
///
/// To add a controller, begin with [ControllerFactory].
@NullMarked
package dev.vspherecloud.ccm.application.leader;

import org.jspecify.annotations.NullMarked;
