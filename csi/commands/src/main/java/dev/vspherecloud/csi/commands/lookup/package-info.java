/// Sessions at the vCenters of a configuration for a command that reads and ends. Begin with [ReadOnlyVcenters].
@NullMarked
package dev.vspherecloud.csi.commands.lookup;

import org.jspecify.annotations.NullMarked;
