/// Converts `csi-vsphere.conf`, or the section for the CSI driver in `vsphere.conf`, to one immutable [CsiConfig], or
/// all problems at once.
///
/// The configuration library reads a file by this program's table of keys, [CsiConfigTable]; [CsiConfigValidator]
/// converts the values to records. [CsiReloadPolicy] compares two configurations.
///
/// The package does not know how a value is used, knows no Kubernetes client, and starts no thread. Begin with
/// [CsiConfigReader].
@NullMarked
package dev.vspherecloud.csi.config;

import org.jspecify.annotations.NullMarked;
