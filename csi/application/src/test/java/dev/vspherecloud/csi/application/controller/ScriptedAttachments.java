package dev.vspherecloud.csi.application.controller;

import dev.vspherecloud.csi.config.volume.VolumeHandle;
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
