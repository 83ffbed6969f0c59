package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.csi.controller.placement.StorageCapacityResult;
import dev.vspherecloud.csi.domain.placement.StorageCapacity;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.v1.ListSnapshotsRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesRequest;
import dev.vspherecloud.csi.protocol.v1.ListVolumesResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CsiControllerTest {
    /// Leaves no time to wait.
    private static final GrpcCall CALL = new GrpcCall("/csi.v1.Controller/Test", Duration.ofSeconds(1), () -> 0L);

    private final ScriptedVolumes volumes = new ScriptedVolumes();
    private final ScriptedSnapshots snapshots = new ScriptedSnapshots();
    private final CsiController controller = new CsiController(
            () -> new DriverServices(
                    volumes,
                    (_, _, _) -> new StorageCapacityResult.Known(new StorageCapacity(0, 0)),
                    snapshots,
                    new ScriptedAttachments()),
            CsiMetrics.system().volumes());

    /// A third list waits, and a question about one snapshot does not.
    @Test
    void twoListsAreReadAtATime() throws InterruptedException {
        var begun = new AtomicInteger();
        volumes.duringList = () -> {
            if (begun.incrementAndGet() == 1) {
                assertThat(list().getEntriesList()).isEmpty();
            } else {
                assertUnavailable(() -> controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL));
                assertUnavailable(() -> controller.listSnapshots(ListSnapshotsRequest.getDefaultInstance(), CALL));
                assertThat(snapshotsOf("v-1")).isZero();
            }
        };

        assertThat(list().getEntriesList()).isEmpty();
        assertThat(begun).hasValue(2);
    }

    private ListVolumesResponse list() {
        try {
            return controller.listVolumes(ListVolumesRequest.getDefaultInstance(), CALL);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int snapshotsOf(String volume) {
        try {
            return controller
                    .listSnapshots(
                            ListSnapshotsRequest.newBuilder()
                                    .setSourceVolumeId(volume)
                                    .build(),
                            CALL)
                    .getEntriesCount();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(GrpcException.class, failure -> assertThat(failure.code())
                .isEqualTo(GrpcCode.UNAVAILABLE));
    }
}
