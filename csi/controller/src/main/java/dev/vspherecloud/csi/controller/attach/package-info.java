/// Attaches volumes to the VMs of Nodes and detaches them. Begin with [AttachmentHandler], which reads the requests,
/// and [ClusterAttachments], which carries them out.
@NullMarked
package dev.vspherecloud.csi.controller.attach;

import org.jspecify.annotations.NullMarked;
