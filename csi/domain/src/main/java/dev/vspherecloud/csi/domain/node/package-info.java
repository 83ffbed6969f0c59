/// The Nodes of the cluster, their VMs and the disks of these. Begin with
/// [DriverNode][dev.vspherecloud.csi.domain.node.DriverNode].
@NullMarked
package dev.vspherecloud.csi.domain.node;

import org.jspecify.annotations.NullMarked;
