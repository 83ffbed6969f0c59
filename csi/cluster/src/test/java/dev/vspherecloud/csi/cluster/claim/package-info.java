@NullMarked
package dev.vspherecloud.csi.cluster.claim;

import org.jspecify.annotations.NullMarked;
