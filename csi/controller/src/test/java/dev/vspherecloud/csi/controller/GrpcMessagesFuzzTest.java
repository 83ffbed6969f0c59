package dev.vspherecloud.csi.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vspherecloud.csi.controller.placement.StorageCapacityResult;
import dev.vspherecloud.csi.domain.placement.StorageCapacity;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.protocol.CsiMethods;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.protocol.grpc.GrpcMethod;
import dev.vspherecloud.observability.LogConfig;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Tests that each method of the Controller service answers any message, or refuses it with a code and a
/// sentence. The first byte selects the method. A normal run reads the corpus in the resources; `JAZZER_FUZZ=1`
/// starts a longer fuzzing run.
class GrpcMessagesFuzzTest {
    /// A line for each call would take most of the time.
    @BeforeAll
    static void logErrorsOnly() {
        LogConfig.active().errorsOnly();
    }

    @AfterAll
    static void logAsBefore() {
        LogConfig.active().reset();
    }

    @FuzzTest(maxDuration = "60s")
    void requests(byte[] bytes) throws InterruptedException {
        if (bytes.length == 0) {
            return;
        }
        List<GrpcMethod<?>> methods = CsiMethods.controller(controller());
        call(methods.get((bytes[0] & 0xff) % methods.size()), ByteBuffer.wrap(bytes, 1, bytes.length - 1));
    }

    private static <Q extends MessageLite> void call(GrpcMethod<Q> method, ByteBuffer message)
            throws InterruptedException {
        try {
            var call = new GrpcCall(method.path(), Duration.ofMinutes(5), () -> 0L);
            MessageLite response = method.body().call(method.parser().parseFrom(message), call);
            assertThat(response.toByteArray()).hasSize(response.getSerializedSize());
        } catch (InvalidProtocolBufferException _) {
            // expected
        } catch (GrpcException e) {
            assertThat(e.code()).isNotEqualTo(GrpcCode.OK);
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static CsiController controller() {
        var volumes = new ScriptedVolumes();
        volumes.topologyKeys = Set.of("topology.csi.vmware.com/k8s-zone");
        return new CsiController(
                () -> new DriverServices(
                        volumes,
                        (_, _, _) -> new StorageCapacityResult.Known(new StorageCapacity(1, 1)),
                        new ScriptedSnapshots(),
                        new ScriptedAttachments()),
                CsiMetrics.system().volumes());
    }
}
