/// The node controller: initialises Nodes, keeps their addresses current, and records which VM a Node has.
///
/// It reads Nodes and VMs through ports, lets `NodePolicy` of the domain decide, and carries the decision out,
/// addresses first. The package decides the order of writes and when to reconcile a Node again. It never waits for
/// vCenter and does not know the protocol of the API server.
///
/// It starts no thread: the workers of a `Loop` call [NodeController], never two at once for one Node. Begin there.
@NullMarked
package dev.vspherecloud.ccm.controllers.node;

import org.jspecify.annotations.NullMarked;
