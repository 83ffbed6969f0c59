/// The objects `CSINodeTopology`, with which node plugins ask for topology labels. Begin with
/// [KubeNodeTopologies][dev.vspherecloud.csi.cluster.topology.KubeNodeTopologies].
@NullMarked
package dev.vspherecloud.csi.cluster.topology;

import org.jspecify.annotations.NullMarked;
