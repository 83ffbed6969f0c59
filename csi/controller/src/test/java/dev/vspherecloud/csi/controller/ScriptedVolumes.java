package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.controller.volume.DiskPathResult;
import dev.vspherecloud.csi.controller.volume.VolumeListResult;
import dev.vspherecloud.csi.controller.volume.VolumeSearchResult;
import dev.vspherecloud.csi.controller.volume.Volumes;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Volumes that return what a test has set, and record what was asked.
final class ScriptedVolumes implements Volumes {
    final List<String> calls = new ArrayList<>();
    VolumeCreateResult created = new VolumeCreateResult.Created("v-1", 1024, "ds:///vmfs/volumes/1/");
    DiskPathResult diskPath = new DiskPathResult.Recorded("[ds] fcd/a.vmdk");
    VolumeDeleteResult deleted = new VolumeDeleteResult.Deleted("v-1");
    VolumeExpandResult expanded = new VolumeExpandResult.Expanded("v-1", 2048);
    VolumeSearchResult found = new VolumeSearchResult.Found();
    VolumeListResult listed = new VolumeListResult.Complete(List.of());
    Set<String> topologyKeys = Set.of();
    boolean mayHaveBegun;

    /// What else happens while the volumes are listed.
    Runnable duringList = () -> {};

    @Override
    public Set<String> topologyKeys() {
        return topologyKeys;
    }

    @Override
    public VolumeCreateResult create(NewVolume volume, Duration atMost) {
        calls.add("create %s %d".formatted(volume.name(), volume.capacityMb()));
        return created;
    }

    @Override
    public DiskPathResult recordDiskPath(String volumeId, Duration atMost) {
        calls.add("record the path of " + volumeId);
        return diskPath;
    }

    @Override
    public VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) {
        calls.add("delete " + handle.text());
        return deleted;
    }

    @Override
    public VolumeExpandResult expand(VolumeHandle handle, long capacityMb, Duration atMost) {
        calls.add("expand %s %d".formatted(handle.text(), capacityMb));
        return expanded;
    }

    @Override
    public VolumeSearchResult find(VolumeHandle handle, Duration atMost) {
        calls.add("find " + handle.text());
        return found;
    }

    @Override
    public VolumeListResult list(Duration atMost) {
        duringList.run();
        return listed;
    }

    @Override
    public boolean mayHaveBegun(String name, Duration atMost) {
        return mayHaveBegun;
    }
}
