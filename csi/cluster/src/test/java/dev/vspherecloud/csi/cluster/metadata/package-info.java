@NullMarked
package dev.vspherecloud.csi.cluster.metadata;

import org.jspecify.annotations.NullMarked;
