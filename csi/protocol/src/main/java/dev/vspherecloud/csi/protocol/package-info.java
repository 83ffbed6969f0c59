/// The services of the Container Storage Interface as Java interfaces, and the Identity service.
///
/// The package knows which methods exist and how they are called. It does not know volumes, vCenter or Kubernetes.
/// Begin with [CsiMethods].
@NullMarked
package dev.vspherecloud.csi.protocol;

import org.jspecify.annotations.NullMarked;
