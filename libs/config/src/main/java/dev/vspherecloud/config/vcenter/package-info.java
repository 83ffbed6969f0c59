/// Reads `vsphere.conf` by a program's table, and decides which vCenters it defines: server, port, TLS, proxy,
/// datacenters and the source of the credentials.
///
/// Reading has three steps. A text becomes a `RawConfig`. [EnvironmentOverrides] applies the environment
/// variables. Then [ValueCheck] checks each value, and [VcentersRule] decides what the vCenters are. What a
/// program's other keys mean is left to the program. The package reads the CA files that are named, opens no
/// connection, and starts no thread. Begin with [VsphereConfReader].
@NullMarked
package dev.vspherecloud.config.vcenter;

import org.jspecify.annotations.NullMarked;
