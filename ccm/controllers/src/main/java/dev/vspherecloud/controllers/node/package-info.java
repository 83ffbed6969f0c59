/// Initialises Nodes and keeps their addresses true.
///
/// It reads Nodes and VMs through ports, lets [dev.vspherecloud.domain.node.NodePolicy] decide, and does what was
/// decided. It never talks to vCenter.
@NullMarked
package dev.vspherecloud.controllers.node;

import org.jspecify.annotations.NullMarked;
