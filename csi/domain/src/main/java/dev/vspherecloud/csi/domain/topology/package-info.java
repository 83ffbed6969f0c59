/// Which topology labels a Node gets from the tags of vCenter, and when they are left as they are. Begin with
/// [NodeTopologyPolicy][dev.vspherecloud.csi.domain.topology.NodeTopologyPolicy].
@NullMarked
package dev.vspherecloud.csi.domain.topology;

import org.jspecify.annotations.NullMarked;
