/// IP addresses as text and as bytes: how they are written, their families, and subnets.
///
/// The package does not know Nodes or VMs. Begin with [dev.vspherecloud.domain.ip.Subnet].
@NullMarked
package dev.vspherecloud.domain.ip;

import org.jspecify.annotations.NullMarked;
