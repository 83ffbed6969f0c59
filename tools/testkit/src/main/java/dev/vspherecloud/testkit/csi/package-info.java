/// A cluster for tests of storage, from real programs: kube-apiserver, kube-controller-manager, kube-scheduler, and the
/// sidecars of the Container Storage Interface (CSI), which call the driver under test on its socket.
///
/// Objects go in at the API server, and the test reads the results there. There is no kubelet. The package does not
/// know the driver. Begin with [StorageCluster].
@NullMarked
package dev.vspherecloud.testkit.csi;

import org.jspecify.annotations.NullMarked;
