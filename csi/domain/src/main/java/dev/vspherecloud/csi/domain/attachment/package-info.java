/// Where volumes are attached, and what a request to attach or detach leads to. Begin with
/// [AttachPolicy][dev.vspherecloud.csi.domain.attachment.AttachPolicy] and
/// [DetachPolicy][dev.vspherecloud.csi.domain.attachment.DetachPolicy].
@NullMarked
package dev.vspherecloud.csi.domain.attachment;

import org.jspecify.annotations.NullMarked;
