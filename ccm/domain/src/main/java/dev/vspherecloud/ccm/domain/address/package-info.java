/// Decides which addresses a Node gets, and when it loses one.
///
/// The package knows the report of the guest, the configuration, `--node-ip`, and the signs of a virtual IP. It
/// does not know how the guest's report is read or who else uses an address; both are passed in. No I/O, no
/// thread; the time is passed in.
///
/// Begin with [AddressPolicy] (the choice) and [AddressRetentionPolicy] (what an incomplete report may not
/// remove).
@NullMarked
package dev.vspherecloud.ccm.domain.address;

import org.jspecify.annotations.NullMarked;
