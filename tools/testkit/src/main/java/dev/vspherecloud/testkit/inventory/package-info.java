/// What a test puts into a simulated vCenter: VMs with their NICs, datacenters, clusters, hosts and tags.
///
/// The types are values that describe. Nothing here connects to a server or starts a thread: the package `servers`
/// writes them into the simulator. Begin with [VmSpec], then [Topology].
@NullMarked
package dev.vspherecloud.testkit.inventory;

import org.jspecify.annotations.NullMarked;
