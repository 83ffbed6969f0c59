/// What guests report in the field, one file a situation, and what their Nodes shall show.
///
/// A file reads like this; `#` begins a remark:
///
/// ``` title: kube-vip holds the address of the API server source:
/// https://github.com/kubernetes/cloud-provider-vsphere/issues/1826
///
/// host-name: cp-1 nic 4000 VM Network 10.1.0.2/32 10.1.0.5/24 dhcp preferred nic guest docker0 172.17.0.1/16
///
/// expect: 10.1.0.5 ```
///
/// | line | says |
/// |---|---|
/// | `title:`, `source:` | what it is; who met it, or the documentation that says so |
/// | `node:` | what the Node has. A bare address is internal and external; `InternalIP=…` is one. None: a new Node
/// |
/// | `node-ip:` | what the kubelet was told with `--node-ip` |
/// | `families:`, `family-policy:` | other than the default, `ipv4` and `require` |
/// | `claimed: IP by WHO`, `seen-on: IP by WHO` | who else uses an address; which VM reported it too |
/// | `host-name:` | as the guest reports it; may be empty |
/// | `tools: running`, `tools: stopped` | running unless it is said |
/// | `hardware:` | how many network cards the VM has; as many as are reported unless it is said |
/// | `gateways:`, `static:` | of default routes; what cloud-init sets, or `unreadable` |
/// | `nic DEVICE NETWORK` | a virtual NIC by its key; `nic guest NAME` exists in the guest only |
/// | indented below a NIC | an address, its prefix, origin and state, as far as Tools say |
/// | `report after 61s` | a later report: what was said of host name, Tools, gateways and cloud-init stays, NICs do
/// not
/// |
/// | `expect:` | what the Node shows after the last report, as in `node:`; or `reason` and its word |
/// | `shortfall:` | the reason that is told although the Node got addresses |
@NullMarked
package dev.vspherecloud.testkit.corpus;

import org.jspecify.annotations.NullMarked;
