/// Where a volume may lie, and why a datastore was refused.
@NullMarked
package dev.vspherecloud.csi.domain.placement;

import org.jspecify.annotations.NullMarked;
