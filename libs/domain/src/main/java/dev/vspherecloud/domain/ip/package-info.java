/// IP addresses as text and as bytes: how they are written, their families, and subnets.
///
/// Nothing here knows a Node or a VM. Begin with [dev.vspherecloud.domain.ip.Subnet].
@NullMarked
package dev.vspherecloud.domain.ip;

import org.jspecify.annotations.NullMarked;
