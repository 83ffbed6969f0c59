@NullMarked
package dev.vspherecloud.csi.domain.metadata;

import org.jspecify.annotations.NullMarked;
