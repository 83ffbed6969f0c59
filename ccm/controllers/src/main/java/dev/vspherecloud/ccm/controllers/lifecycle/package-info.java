/// The node lifecycle controller: taints Nodes whose VM is off, and deletes Nodes whose VM is gone.
///
/// It reads Nodes and VMs through ports, has vCenters and kubelets checked for missing VMs, lets `LifecyclePolicy`
/// of the domain decide, and carries the decision out after a last check ([NodeRemoval]). It never waits for
/// vCenter and does not know the protocol of the API server.
///
/// It starts no thread. One worker calls [LifecycleController]; no class here is safe for two. Begin there;
/// [ExistenceChecks] collects proof, [ClusterMonitor] looks at all Nodes together.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle;

import org.jspecify.annotations.NullMarked;
