/// Which zone and region a Node is in. [TopologyPolicy] is where to begin.
@NullMarked
package dev.vspherecloud.domain.topology;

import org.jspecify.annotations.NullMarked;
