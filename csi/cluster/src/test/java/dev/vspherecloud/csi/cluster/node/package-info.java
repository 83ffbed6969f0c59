@NullMarked
package dev.vspherecloud.csi.cluster.node;

import org.jspecify.annotations.NullMarked;
