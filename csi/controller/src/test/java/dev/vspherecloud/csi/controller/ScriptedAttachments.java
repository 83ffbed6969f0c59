package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.attach.AttachResult;
import dev.vspherecloud.csi.controller.attach.Attachments;
import dev.vspherecloud.csi.controller.attach.DetachResult;
import dev.vspherecloud.csi.controller.attach.PublishedVolumes;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/// Attachments that succeed.
final class ScriptedAttachments implements Attachments {
    @Override
    public AttachResult attach(VolumeHandle handle, String nodeId, Duration atMost) {
        return new AttachResult.Attached(Map.of("diskUUID", handle.text()));
    }

    @Override
    public DetachResult detach(VolumeHandle handle, String nodeId, Duration atMost) {
        return new DetachResult.Detached();
    }

    @Override
    public PublishedVolumes published(Collection<String> handles) {
        return new PublishedVolumes.Complete(Map.of());
    }
}
