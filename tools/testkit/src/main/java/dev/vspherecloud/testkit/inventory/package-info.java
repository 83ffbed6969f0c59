/// What a test puts into a simulated vCenter: VMs with their NICs, datacenters, clusters, hosts and tags.
///
/// The types describe and are values; nothing here talks to a server or starts a thread. What reads them does:
/// `servers` writes them into the simulator. Begin with [VmSpec], then [Topology].
@NullMarked
package dev.vspherecloud.testkit.inventory;

import org.jspecify.annotations.NullMarked;
