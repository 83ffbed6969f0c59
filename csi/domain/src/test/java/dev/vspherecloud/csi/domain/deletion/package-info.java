@NullMarked
package dev.vspherecloud.csi.domain.deletion;

import org.jspecify.annotations.NullMarked;
