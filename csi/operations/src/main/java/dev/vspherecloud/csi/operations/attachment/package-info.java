/// Attaches volumes to VMs and detaches them. Begin with
/// [AttachmentExecutor][dev.vspherecloud.csi.operations.attachment.AttachmentExecutor].
@NullMarked
package dev.vspherecloud.csi.operations.attachment;

import org.jspecify.annotations.NullMarked;
