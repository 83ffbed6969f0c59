/// Answers the node plugins that ask for topology labels. Begin with
/// [NodeTopologyController][dev.vspherecloud.csi.reconcile.topology.NodeTopologyController].
@NullMarked
package dev.vspherecloud.csi.reconcile.topology;

import org.jspecify.annotations.NullMarked;
