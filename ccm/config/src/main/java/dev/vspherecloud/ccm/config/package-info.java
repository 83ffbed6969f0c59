/// What `vsphere.conf` means to the cloud controller manager: one immutable [CloudConfig], or all problems at once.
///
/// The library reads the file by this program's table, [CloudConfigTable]; [ConfigValidator] turns what was
/// written into records. [EffectiveConfig] shows the effective value of each key and the line it comes from,
/// for people. [ConfigConverter] says a configuration in the other dialect, and checks that it means the same.
///
/// The package does not know how a value is used, knows no Kubernetes client, and starts no thread. Begin with
/// [ConfigReader].
@NullMarked
package dev.vspherecloud.ccm.config;

import org.jspecify.annotations.NullMarked;
