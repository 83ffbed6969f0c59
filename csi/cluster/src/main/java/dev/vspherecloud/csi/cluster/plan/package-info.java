/// Reads what a cluster has of a CSI driver for vSphere, for a plan of its replacement. It lists each kind once, page
/// by page, and writes nothing. Begin with [KubeExistingObjects].
@NullMarked
package dev.vspherecloud.csi.cluster.plan;

import org.jspecify.annotations.NullMarked;
