@NullMarked
package dev.vspherecloud.csi.cluster.call;

import org.jspecify.annotations.NullMarked;
