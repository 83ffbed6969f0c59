/// The real servers of a test, as processes: etcd, kube-apiserver and the vCenter simulator.
///
/// Each is started by a static `start`, is ready when that returns, and ends with `close`, or with this JVM however
/// that dies. This package also shapes what the servers hold: VMs, tags and sessions of a vCenter, Nodes and Secrets
/// of a cluster. It knows nothing of the program under test, and speaks to the servers past any proxy.
@NullMarked
package dev.vspherecloud.testkit.servers;

import org.jspecify.annotations.NullMarked;
