/// Reads and writes Nodes through the API server, and the other objects of the cluster that this program needs:
/// Services, whose addresses Nodes must not take, the Leases of kubelets, the state that the previous leader
/// stored, and Events.
///
/// The package knows the JSON of these objects and which of it is kept in memory. It does not decide anything, and
/// it does not know how the API server is reached: [dev.vspherecloud.kubernetes] does. Begin with [KubeNodes].
@NullMarked
package dev.vspherecloud.ccm.cluster;

import org.jspecify.annotations.NullMarked;
