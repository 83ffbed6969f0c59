/// A VM as vCenter reports it: identity, guest, hardware, tags, position in the inventory.
///
/// The package contains only values, which their constructors validate. It makes no decision and does not know
/// Nodes, SOAP or REST. No thread. Begin with [Vm].
@NullMarked
package dev.vspherecloud.domain.vm;

import org.jspecify.annotations.NullMarked;
