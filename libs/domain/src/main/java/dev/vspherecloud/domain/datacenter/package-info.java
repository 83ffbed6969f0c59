/// What the values of the key `datacenters` mean: which datacenters of a vCenter they name.
///
/// The package compares values with the paths of all datacenters that the account sees. It does not know how these
/// are read. A value that names no datacenter, or several, only says that a VM is not in a configured datacenter. It
/// never says that the VM does not exist. No I/O, no thread. Begin with [DatacenterRule].
@NullMarked
package dev.vspherecloud.domain.datacenter;

import org.jspecify.annotations.NullMarked;
