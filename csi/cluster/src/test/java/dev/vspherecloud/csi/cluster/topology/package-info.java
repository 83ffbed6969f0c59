@NullMarked
package dev.vspherecloud.csi.cluster.topology;

import org.jspecify.annotations.NullMarked;
