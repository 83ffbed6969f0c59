/// Attaches volumes to VMs and detaches them. Begin with
/// [AttachmentExecutor][dev.vspherecloud.csi.volumes.attachment.AttachmentExecutor].
@NullMarked
package dev.vspherecloud.csi.volumes.attachment;

import org.jspecify.annotations.NullMarked;
