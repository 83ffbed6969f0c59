@NullMarked
package dev.vspherecloud.csi.cluster.identity;

import org.jspecify.annotations.NullMarked;
