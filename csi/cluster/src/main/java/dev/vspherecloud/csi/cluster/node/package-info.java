/// The Nodes, CSINodes and VolumeAttachments of the cluster, as far as the driver needs them. Begin with
/// [KubeClusterObjects][dev.vspherecloud.csi.cluster.node.KubeClusterObjects].
@NullMarked
package dev.vspherecloud.csi.cluster.node;

import org.jspecify.annotations.NullMarked;
