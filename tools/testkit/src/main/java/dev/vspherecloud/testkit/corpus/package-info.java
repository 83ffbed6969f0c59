/// What guests report in the field: one file for each situation, with the addresses that its Node must get.
///
/// The package knows the format of the files and plays them back, in memory or in the simulator. It does not know the
/// address rules, and starts no thread. Begin with [GuestSituation].
///
/// A file reads like this; `#` begins a comment:
///
/// ```
/// title: kube-vip holds the address of the API server
/// source: https://github.com/kubernetes/cloud-provider-vsphere/issues/1826
///
/// host-name: cp-1
/// nic 4000 VM Network
///   10.1.0.2/32
///   10.1.0.5/24 dhcp preferred
/// nic guest docker0
///   172.17.0.1/16
///
/// expect: 10.1.0.5
/// ```
///
/// | line | says |
/// |---|---|
/// | `title:`, `source:` | what it is; who met it, or the documentation that says so |
/// | `node:` | what the Node has; none: it is new. A bare address is internal and external |
/// | `node-ip:` | what the kubelet was told with `--node-ip` |
/// | `families:`, `family-policy:` | other than the default, `ipv4` and `require` |
/// | `claimed: IP by WHO` | who else uses an address |
/// | `seen-on: IP by VM` | which VM reported it too |
/// | `host-name:` | as the guest reports it; may be empty |
/// | `tools:` | `running`, which need not be said, or `stopped` |
/// | `hardware:` | how many network cards the VM has, if not as many as are reported |
/// | `gateways:` | of default routes |
/// | `static:` | what cloud-init sets, or `unreadable` |
/// | `nic DEVICE NETWORK` | a virtual NIC by its key; `nic guest NAME` exists in the guest only |
/// | indented below a NIC | an address, its prefix, origin and state, as far as Tools say |
/// | `report after 61s` | a later report; all but NICs and hardware stays as it was said |
/// | `expect:` | what the Node shows in the end, as in `node:`; or `reason` and its word |
/// | `shortfall:` | the reason that is told although the Node got addresses |
@NullMarked
package dev.vspherecloud.testkit.corpus;

import org.jspecify.annotations.NullMarked;
