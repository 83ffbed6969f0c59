/// Which vCenter and which datastores may hold a new volume, and how much space there is. Begin with [VolumePlacement].
@NullMarked
package dev.vspherecloud.csi.controller.placement;

import org.jspecify.annotations.NullMarked;
