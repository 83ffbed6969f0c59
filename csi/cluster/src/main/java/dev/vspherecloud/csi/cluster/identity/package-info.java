/// Reads and creates the ConfigMap that keeps the cluster id. It does not decide which id the cluster has. Begin with
/// [KubeClusterId].
@NullMarked
package dev.vspherecloud.csi.cluster.identity;

import org.jspecify.annotations.NullMarked;
