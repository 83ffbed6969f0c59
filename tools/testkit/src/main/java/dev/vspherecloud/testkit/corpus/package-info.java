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
/// | `title:`, `source:` | describes the situation; a report of it, or its documentation |
/// | `node:` | the addresses of the Node; none for a new Node. A bare address is internal and external |
/// | `node-ip:` | the value of `--node-ip` of the kubelet |
/// | `families:`, `family-policy:` | other than the default, `ipv4` and `require` |
/// | `claimed: IP by WHO` | another user of the address, such as a Service |
/// | `seen-on: IP by VM` | another VM that reported the address |
/// | `host-name:` | as the guest reports it; may be empty |
/// | `tools:` | `running` (default) or `stopped` |
/// | `hardware:` | the number of network cards of the VM, if it differs from the number of reported NICs |
/// | `gateways:` | of default routes |
/// | `static:` | the addresses that cloud-init sets, or `unreadable` |
/// | `nic DEVICE NETWORK` | a virtual NIC by its key; `nic guest NAME` exists in the guest only |
/// | indented below a NIC | an address, its prefix, origin and state, as far as VMware Tools report them |
/// | `report after 61s` | a later report; it keeps all values except NICs and hardware |
/// | `expect:` | the addresses of the Node at the end, as in `node:`; or `reason` and the reason code |
/// | `shortfall:` | the reason code that the provider reports although the Node has addresses |
@NullMarked
package dev.vspherecloud.testkit.corpus;

import org.jspecify.annotations.NullMarked;
