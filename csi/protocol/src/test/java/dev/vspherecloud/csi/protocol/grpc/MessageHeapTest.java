package dev.vspherecloud.csi.protocol.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.BytesValue;
import dev.vspherecloud.csi.protocol.v1.CapacityRange;
import dev.vspherecloud.csi.protocol.v1.CreateVolumeRequest;
import dev.vspherecloud.csi.protocol.v1.Topology;
import dev.vspherecloud.csi.protocol.v1.TopologyRequirement;
import dev.vspherecloud.csi.protocol.v1.VolumeCapability;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageHeapTest {
    /// Empty capabilities. A capability with an unknown field. A segment in the topology. An entry of a map, whose
    /// key could be a field. A group, which no type has. Groups in groups. A capability that is broken at its end.
    @ParameterizedTest
    @CsvSource({"1a00, 1", "1a022001, 2", "3a040a020a00, 3", "22030a0161, 3", "7b7c, 2", "7b7b7c7c, 4", "1a0320010f, 3"
    })
    void everyFieldCounts(String field, int fields) {
        byte[] message = HexFormat.of().parseHex(field.repeat(1000));

        assertThat(MessageHeap.atMost(ByteBuffer.wrap(message))).isEqualTo(1000 * (160L * fields + field.length()));
    }

    @Test
    void fieldsBeforeABrokenOneCount() {
        byte[] message = HexFormat.of().parseHex("1a00".repeat(1000) + "1a7f");

        assertThat(MessageHeap.atMost(ByteBuffer.wrap(message))).isGreaterThan(160_000);
    }

    /// The parser refuses such a message, and the count must not fail before.
    @Test
    void deepMessagesEnd() {
        ByteString message = ByteString.copyFrom(new byte[1]);
        for (int i = 0; i < 20_000; i++) {
            message = BytesValue.of(message).toByteString();
        }

        assertThat(MessageHeap.atMost(message.asReadOnlyByteBuffer())).isEqualTo(101 * 160L + 2L * message.size());
    }

    /// Five hundred calls of this size have room.
    @Test
    void aMessageOfTheProvisionerTakesLittle() {
        Topology zone = Topology.newBuilder()
                .putAllSegments(Map.of(
                        "topology.csi.vmware.com/k8s-zone", "zone-a", "topology.csi.vmware.com/k8s-region", "region-1"))
                .build();
        var request = CreateVolumeRequest.newBuilder()
                .setName("pvc-0f4a0e0c-1111-4222-8333-444455556666")
                .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1L << 30))
                .addVolumeCapabilities(VolumeCapability.newBuilder()
                        .setMount(VolumeCapability.MountVolume.newBuilder().setFsType("ext4"))
                        .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                                .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER)))
                .putAllParameters(Map.of(
                        "storagepolicyname", "vSAN Default Storage Policy",
                        "csi.storage.k8s.io/pvc/name", "data-postgres-0",
                        "csi.storage.k8s.io/pvc/namespace", "databases",
                        "csi.storage.k8s.io/pv/name", "pvc-0f4a0e0c-1111-4222-8333-444455556666"))
                .setAccessibilityRequirements(TopologyRequirement.newBuilder()
                        .addAllRequisite(Collections.nCopies(3, zone))
                        .addAllPreferred(Collections.nCopies(3, zone)))
                .build();

        assertThat(MessageHeap.atMost(ByteBuffer.wrap(request.toByteArray()))).isLessThan(GrpcHandler.MAX_HEAP / 500);
    }

    @Test
    void textsCountByTheirCharacters() {
        byte[] text = "vSAN Default Storage Policy".getBytes(StandardCharsets.UTF_8);
        byte[] message = ByteBuffer.allocate(2 + text.length)
                .put((byte) 0x0a)
                .put((byte) text.length)
                .put(text)
                .array();

        assertThat(MessageHeap.atMost(ByteBuffer.wrap(message))).isBetween(160L + 2L * message.length, 2000L);
    }
}
