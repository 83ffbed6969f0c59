@NullMarked
package dev.vspherecloud.csi.volumes;

import org.jspecify.annotations.NullMarked;
