package dev.vspherecloud.csi.controller;

import dev.vspherecloud.csi.controller.attach.AttachResult;
import dev.vspherecloud.csi.controller.attach.Attachments;
import dev.vspherecloud.csi.controller.attach.DetachResult;
import dev.vspherecloud.csi.controller.attach.PublishedVolumes;
import dev.vspherecloud.csi.controller.placement.Capacities;
import dev.vspherecloud.csi.controller.request.NewVolume;
import dev.vspherecloud.csi.controller.snapshot.SnapshotListResult;
import dev.vspherecloud.csi.controller.snapshot.Snapshots;
import dev.vspherecloud.csi.controller.volume.DiskPathResult;
import dev.vspherecloud.csi.controller.volume.VolumeListResult;
import dev.vspherecloud.csi.controller.volume.VolumeSearchResult;
import dev.vspherecloud.csi.controller.volume.Volumes;
import dev.vspherecloud.csi.domain.volume.SnapshotHandle;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the active controller offers, of which a test replaces what it needs. Every other call fails the test.
///
/// It is the clock of the test too: time passes only while a call waits.
class StubServices implements Volumes, Snapshots, Attachments, OperationClock {
    static final GrpcCall CALL = new GrpcCall("/csi.v1.Controller/Test", Duration.ofMinutes(5), System::nanoTime);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    /// A call of the controller that is to fail.
    interface Call {
        void run(CsiController controller) throws InterruptedException;
    }

    /// Returns the failure that a sidecar gets.
    final GrpcException failure(Call call) throws InterruptedException {
        Capacities none = (_, _, _) -> {
            throw unexpected();
        };
        var services = new DriverServices(this, none, this, this);
        try {
            call.run(new CsiController(() -> services, CsiMetrics.system().volumes()));
        } catch (GrpcException e) {
            return e;
        }
        throw new AssertionError("the call succeeded");
    }

    @Override
    public final Instant now() {
        return now;
    }

    @Override
    public final Instant wallTime() {
        return now;
    }

    final void pass(Duration time) {
        now = now.plus(time);
    }

    @Override
    public final Signal signal() {
        return new Signal() {
            private boolean isSet;

            @Override
            public void set() {
                isSet = true;
            }

            @Override
            public boolean await(Instant until) {
                if (!isSet && until.isAfter(now)) {
                    now = until;
                }
                return isSet;
            }
        };
    }

    private static AssertionError unexpected() {
        return new AssertionError("the test does not expect this call");
    }

    @Override
    public Set<String> topologyKeys() {
        return Set.of("topology.csi.vmware.com/k8s-zone");
    }

    @Override
    public VolumeCreateResult create(NewVolume volume, Duration atMost) throws InterruptedException {
        throw unexpected();
    }

    @Override
    public DiskPathResult recordDiskPath(String volumeId, Duration atMost) {
        throw unexpected();
    }

    @Override
    public VolumeDeleteResult delete(VolumeHandle handle, Duration atMost) {
        throw unexpected();
    }

    @Override
    public VolumeExpandResult expand(VolumeHandle handle, long capacityMb, Duration atMost) {
        throw unexpected();
    }

    @Override
    public VolumeSearchResult find(VolumeHandle handle, Duration atMost) {
        throw unexpected();
    }

    @Override
    public VolumeListResult list(Duration atMost) {
        throw unexpected();
    }

    @Override
    public boolean mayHaveBegun(String name, Duration atMost) {
        return false;
    }

    @Override
    public SnapshotCreateResult create(String name, VolumeHandle.Block source, Duration atMost)
            throws InterruptedException {
        throw unexpected();
    }

    @Override
    public VolumeDeleteResult delete(SnapshotHandle snapshot, Duration atMost) throws InterruptedException {
        throw unexpected();
    }

    @Override
    public SnapshotListResult find(SnapshotHandle snapshot, Duration atMost) {
        throw unexpected();
    }

    @Override
    public SnapshotListResult ofVolume(VolumeHandle.Block volume, Duration atMost) {
        throw unexpected();
    }

    @Override
    public SnapshotListResult list(String after, int count, Duration atMost) {
        return new SnapshotListResult.Complete(List.of());
    }

    @Override
    public AttachResult attach(VolumeHandle handle, String nodeId, Duration atMost) {
        throw unexpected();
    }

    @Override
    public DetachResult detach(VolumeHandle handle, String nodeId, Duration atMost) {
        throw unexpected();
    }

    @Override
    public PublishedVolumes published(Collection<String> handles) {
        return new PublishedVolumes.Complete(Map.of());
    }
}
