/// The real servers of a test, as processes: etcd, kube-apiserver and the vCenter simulator.
///
/// A static `start` returns when the server is ready. The server ends with `close`, or with this JVM. The package
/// also changes what the servers hold: VMs, tags and sessions of a vCenter (described in `inventory`), Nodes and
/// Secrets of a cluster. It does not know the program under test, and talks to the servers past any proxy. It starts
/// threads only to write many objects at once. Begin with [KubeApiServer] and [SimulatedVcenter].
@NullMarked
package dev.vspherecloud.testkit.servers;

import org.jspecify.annotations.NullMarked;
