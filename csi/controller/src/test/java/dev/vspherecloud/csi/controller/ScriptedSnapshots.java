package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.snapshot.SnapshotListResult;
import dev.vspherecloud.csi.controller.snapshot.Snapshots;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Snapshots that return what a test has set, and record what was asked.
final class ScriptedSnapshots implements Snapshots {
    static final Instant CREATED = Instant.parse("2026-01-02T03:04:05.000006Z");

    final List<String> calls = new ArrayList<>();
    SnapshotCreateResult created = new SnapshotCreateResult.Created("v-1", "s-1", 1024, Optional.of(CREATED));
    VolumeDeleteResult deleted = new VolumeDeleteResult.Deleted("s-1");
    SnapshotListResult listed = new SnapshotListResult.Complete(List.of());

    @Override
    public SnapshotCreateResult create(String name, VolumeHandle.Block source, Duration atMost) {
        calls.add("create %s of %s".formatted(name, source.id()));
        return created;
    }

    @Override
    public VolumeDeleteResult delete(SnapshotHandle snapshot, Duration atMost) {
        calls.add("delete " + snapshot.text());
        return deleted;
    }

    @Override
    public SnapshotListResult find(SnapshotHandle snapshot, Duration atMost) {
        calls.add("find " + snapshot.text());
        return listed;
    }

    @Override
    public SnapshotListResult ofVolume(VolumeHandle.Block volume, Duration atMost) {
        calls.add("of " + volume.id());
        return listed;
    }

    @Override
    public SnapshotListResult list(String after, int count, Duration atMost) {
        calls.add("list \"%s\" %d".formatted(after, count));
        return listed;
    }
}
