/// Decides which addresses a Node gets, and when it loses one.
///
/// The package knows the report of the guest, the configuration, `--node-ip`, and the signs of a virtual IP. The
/// caller passes in the guest's report and the other users of an address. No I/O, no thread; the time is passed in.
///
/// Begin with [AddressPolicy] (the choice) and [AddressRetentionPolicy] (what an incomplete report may not remove).
@NullMarked
package dev.vspherecloud.ccm.domain.address;

import org.jspecify.annotations.NullMarked;
