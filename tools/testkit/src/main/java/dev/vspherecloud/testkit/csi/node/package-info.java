/// The part of a kubelet that concerns storage, for tests without a kubelet: it registers a Node and its driver,
/// reports the volumes in use, waits for the attachment, calls the Node service of a driver, and reports the state of
/// Pods.
///
/// Begin with [NodeAgent][dev.vspherecloud.testkit.csi.node.NodeAgent].
@NullMarked
package dev.vspherecloud.testkit.csi.node;

import org.jspecify.annotations.NullMarked;
