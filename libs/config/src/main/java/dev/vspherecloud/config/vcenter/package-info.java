/// Reads `vsphere.conf` with a program's table of keys, and decides which vCenters it defines: server, port,
/// TLS, proxy, datacenters and the source of the credentials.
///
/// Reading has three steps. A text becomes a `RawConfig`. [EnvironmentOverrides] applies the environment
/// variables. Then [ValueCheck] checks each value, and [VcentersRule] decides what the vCenters are. Each
/// program interprets its other keys itself. The package reads the CA files that the configuration names, opens
/// no connection, and starts no thread. Begin with [VsphereConfReader].
@NullMarked
package dev.vspherecloud.config.vcenter;

import org.jspecify.annotations.NullMarked;
