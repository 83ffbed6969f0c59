/// Nodes as the API server has them, and what this program reads and writes beside them: the Services whose addresses
/// Nodes must not take, the Leases of kubelets, what the leader before left, Events.
///
/// The package knows the JSON of these objects and which of it is kept in memory. It does not decide anything, and it
/// does not know how the API server is reached: [dev.vspherecloud.kubernetes] does. Begin with [KubeNodes].
@NullMarked
package dev.vspherecloud.ccm.cluster;

import org.jspecify.annotations.NullMarked;
