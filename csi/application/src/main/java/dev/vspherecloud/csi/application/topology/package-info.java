/// Answers the node plugins that ask for topology labels. Begin with
/// [NodeTopologyController][dev.vspherecloud.csi.application.topology.NodeTopologyController].
@NullMarked
package dev.vspherecloud.csi.application.topology;

import org.jspecify.annotations.NullMarked;
