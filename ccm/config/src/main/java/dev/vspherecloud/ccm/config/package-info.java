/// Converts `vsphere.conf` to the configuration of the cloud controller manager: one immutable [CloudConfig], or
/// all problems at once.
///
/// The configuration library reads the file by this program's table of keys, [CloudConfigTable]; [ConfigValidator]
/// converts the values to records. [EffectiveConfig] shows the effective value of each key and the line it comes
/// from, for people. [ConfigConverter] converts a configuration to the other dialect, and checks that it means the
/// same.
///
/// The package does not know how a value is used, knows no Kubernetes client, and starts no thread. Begin with
/// [ConfigReader].
@NullMarked
package dev.vspherecloud.ccm.config;

import org.jspecify.annotations.NullMarked;
