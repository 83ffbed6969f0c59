/// The node lifecycle controller: taints Nodes whose VM is off, and deletes Nodes whose VM is gone.
///
/// It reads Nodes and VMs through ports, and starts existence checks of missing VMs at vCenters and kubelets.
/// `LifecyclePolicy` of the domain decides, and the controller applies the decision after a last check
/// ([NodeRemoval]). The controller never waits for vCenter and does not know the protocol of the API server.
///
/// It starts no thread. One worker calls [LifecycleController]; no class here is safe for concurrent use. Begin
/// there; [ExistenceChecks] collects proof, [ClusterMonitor] watches all Nodes together.
@NullMarked
package dev.vspherecloud.ccm.controllers.lifecycle;

import org.jspecify.annotations.NullMarked;
