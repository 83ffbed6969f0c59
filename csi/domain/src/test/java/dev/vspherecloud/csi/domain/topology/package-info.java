@NullMarked
package dev.vspherecloud.csi.domain.topology;

import org.jspecify.annotations.NullMarked;
