package dev.vspherecloud.csi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Compares `csi.proto` with the interface that github.com/container-storage-interface/spec publishes, v1.13.0.
class CsiProtoIT {
    private static final Set<String> OURS =
            ProtoText.lines(Project.read(Project.path("csi/protocol/src/main/protobuf/csi.proto")));
    private static final String PUBLISHED =
            GoPrograms.run(GoPrograms.build("grpc-client"), "descriptors").output();

    @Test
    void everythingHereIsPublished() {
        assertThat(OURS).hasSizeGreaterThan(200).isSubsetOf(published());
    }

    /// Fields of which protoc makes no lite code that compiles, and what came with version 1.13: topology of
    /// snapshots and the health of volumes.
    @Test
    void whatIsMissingInAMessageThatIsServedIsKnown() {
        Set<String> missing = published().stream()
                .filter(line -> line.startsWith("field") || line.startsWith("value"))
                .filter(line -> OURS.stream().anyMatch(known -> known.equals("message " + messageOf(line))))
                .filter(line -> !OURS.contains(line))
                .collect(Collectors.toCollection(LinkedHashSet::new));

        assertThat(missing)
                .containsExactlyInAnyOrder(
                        "field csi.v1.CreateVolumeRequest.mutable_parameters 8 map<string,string>",
                        "field csi.v1.ValidateVolumeCapabilitiesRequest.mutable_parameters 6 map<string,string>",
                        "field csi.v1.ValidateVolumeCapabilitiesResponse.Confirmed.mutable_parameters 4 map<string,string>",
                        "field csi.v1.CreateSnapshotRequest.accessibility_requirements 5 csi.v1.TopologyRequirement",
                        "field csi.v1.Snapshot.accessible_topology 7 repeated csi.v1.Topology",
                        "value csi.v1.PluginCapability.Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS 5",
                        "value csi.v1.ControllerServiceCapability.RPC.Type.GET_VOLUME_HEALTH 16",
                        "value csi.v1.ControllerServiceCapability.RPC.Type.LIST_VOLUME_HEALTH 17",
                        "value csi.v1.NodeServiceCapability.RPC.Type.GET_VOLUME_HEALTH 7",
                        "value csi.v1.NodeServiceCapability.RPC.Type.GET_STORAGE_HEALTH 8");
    }

    /// The lite runtime knows no options, so the names of the fields must show which ones are secret.
    @Test
    void everySecretFieldIsCalledSecrets() {
        assertThat(PUBLISHED.lines().filter(line -> line.endsWith(" secret")))
                .isNotEmpty()
                .allMatch(line -> line.contains(".secrets "));
    }

    private static Set<String> published() {
        return PUBLISHED
                .lines()
                .map(line -> line.endsWith(" secret") ? line.substring(0, line.length() - " secret".length()) : line)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Returns the message of a field or value: `csi.v1.A` of `field csi.v1.A.b 1 string`, and of
    /// `value csi.v1.A.Type.X 1`.
    private static String messageOf(String line) {
        String name = line.split(" ")[1];
        String owner = name.substring(0, name.lastIndexOf('.'));
        return line.startsWith("value") ? owner.substring(0, owner.lastIndexOf('.')) : owner;
    }
}
