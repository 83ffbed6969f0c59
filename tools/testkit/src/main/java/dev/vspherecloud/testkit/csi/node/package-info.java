/// The part of a kubelet that concerns storage, for tests without a kubelet.
///
/// It registers a Node and its driver, and reports the volumes in use. For each Pod it waits for the attachment, calls
/// the Node service of a driver, and reports the state of the Pod.
///
/// Begin with [NodeAgent][dev.vspherecloud.testkit.csi.node.NodeAgent].
@NullMarked
package dev.vspherecloud.testkit.csi.node;

import org.jspecify.annotations.NullMarked;
