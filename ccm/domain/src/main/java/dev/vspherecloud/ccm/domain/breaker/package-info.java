/// The deletion breaker: if many VMs disappear at once, no Node is deleted until an administrator acknowledges the
/// incident.
///
/// The package knows counts, time windows and which Nodes share a host, folder or vCenter. The package
/// `domain.existence` decides what proves that one VM is gone. The caller passes in acknowledgements. No I/O, no
/// thread; the time is passed in.
///
/// Begin with [BreakerPolicy].
@NullMarked
package dev.vspherecloud.ccm.domain.breaker;

import org.jspecify.annotations.NullMarked;
