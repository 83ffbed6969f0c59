package dev.vspherecloud.csi.controller.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.controller.request.TopologyReader.Result;
import dev.vspherecloud.csi.domain.placement.TopologyRequirement;
import dev.vspherecloud.csi.domain.volume.VolumeError.Code;
import dev.vspherecloud.csi.protocol.v1.Topology;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopologyReaderTest {
    private static final String ZONE = "topology.csi.vmware.com/k8s-zone";
    private static final String REGION = "topology.csi.vmware.com/k8s-region";
    private static final Set<String> KEYS = Set.of(ZONE, REGION);

    private static Topology segment(Map<String, String> labels) {
        return Topology.newBuilder().putAllSegments(labels).build();
    }

    private static Result read(Set<String> keys, Topology requisite, Topology... preferred) {
        return TopologyReader.read(
                dev.vspherecloud.csi.protocol.v1.TopologyRequirement.newBuilder()
                        .addRequisite(requisite)
                        .addAllPreferred(List.of(preferred))
                        .build(),
                () -> keys);
    }

    @Test
    void readsRequisiteAndPreferredSegments() {
        Map<String, String> left = Map.of(ZONE, "a", REGION, "r");

        assertThat(read(KEYS, segment(Map.of(ZONE, "a")), segment(left)))
                .isEqualTo(new Result.Accepted(new TopologyRequirement(List.of(Map.of(ZONE, "a")), List.of(left))));
    }

    @Test
    void emptySegmentRequiresNothing() {
        assertThat(read(Set.of(), segment(Map.of()))).isEqualTo(new Result.Accepted(TopologyRequirement.NONE));
    }

    @Test
    void requirementWithoutCategoriesIsRefused() {
        assertRefused(
                read(Set.of(), segment(Map.of(ZONE, "a"))),
                "found a topology requirement, expected none: the driver has no topology categories; set"
                        + " topology-categories in [Labels], or remove allowedTopologies from the StorageClass");
    }

    @Test
    void unknownKeyIsRefusedWithTheKnownOnes() {
        assertRefused(
                read(KEYS, segment(Map.of("topology.kubernetes.io/zone", "a", ZONE, "a"))),
                "found the topology key \"topology.kubernetes.io/zone\", expected only"
                        + " topology.csi.vmware.com/k8s-region, topology.csi.vmware.com/k8s-zone; correct"
                        + " allowedTopologies in the StorageClass");
    }

    private static void assertRefused(Result result, String sentence) {
        assertThat(result).isInstanceOfSatisfying(Result.Refused.class, refused -> {
            assertThat(refused.error().code()).isEqualTo(Code.INVALID_ARGUMENT);
            assertThat(refused.error().sentence()).isEqualTo(sentence);
        });
    }
}
