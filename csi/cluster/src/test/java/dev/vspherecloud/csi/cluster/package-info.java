/// Tests of the records of volume operations.
@NullMarked
package dev.vspherecloud.csi.cluster;

import org.jspecify.annotations.NullMarked;
