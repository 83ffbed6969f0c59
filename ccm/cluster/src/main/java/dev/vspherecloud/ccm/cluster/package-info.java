/// Reads and writes Nodes through the API server. It also handles the other objects that this program needs:
/// Services, whose addresses may be virtual IPs, the Leases of kubelets, the state that the previous leader stored,
/// and Events.
///
/// The package knows the JSON of these objects and which fields are kept in memory. It decides nothing. The package
/// [dev.vspherecloud.kubernetes] connects to the API server. Begin with [KubeNodes].
@NullMarked
package dev.vspherecloud.ccm.cluster;

import org.jspecify.annotations.NullMarked;
