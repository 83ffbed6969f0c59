/// What runs only in the active controller: the connections to the vCenters, and the identity of the cluster. Begin
/// with [ActiveDriver][dev.vspherecloud.csi.application.active.ActiveDriver].
@NullMarked
package dev.vspherecloud.csi.application.active;

import org.jspecify.annotations.NullMarked;
