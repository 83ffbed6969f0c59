/// Decides what a Node needs, and defines the ports of the node controller.
///
/// Values are records; decisions are pure functions that return their reasons. The ports [Instances], [Nodes] and
/// [NodeEvents] say what the controllers need; `vsphere-inventory` and `kubernetes` implement them. The package
/// does not know how to carry out a decision. No I/O, no thread, no clock.
///
/// Begin with [NodePolicy].
@NullMarked
package dev.vspherecloud.ccm.domain.node;

import org.jspecify.annotations.NullMarked;
