@NullMarked
package dev.vspherecloud.csi.domain.placement;

import org.jspecify.annotations.NullMarked;
