@NullMarked
package dev.vspherecloud.csi.cluster.volume;

import org.jspecify.annotations.NullMarked;
