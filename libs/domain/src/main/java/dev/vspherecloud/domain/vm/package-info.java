/// A VM as vCenter reports it: identity, guest, hardware, tags, position in the inventory.
///
/// Values only, valid once built. The package makes no decision and does not know Nodes, SOAP or REST. No thread.
/// Begin with [Vm].
@NullMarked
package dev.vspherecloud.domain.vm;

import org.jspecify.annotations.NullMarked;
