package dev.vspherecloud.ccm.application.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordingNodesTest {
    private static final NodeName NODE = new NodeName("w-1");

    private final FakeNodes nodes = new FakeNodes();
    private final RecentChanges changes = new RecentChanges(InstantSource.fixed(StatusExamples.NOW));
    private final RecordingNodes recording = new RecordingNodes(nodes, changes);

    private NodeView node() {
        return recording.find(NODE).orElseThrow();
    }

    @Test
    void everySuccessfulWriteIsRecorded() {
        nodes.addTainted("w-1", "42000000-0000-0000-0000-000000000001");
        recording.writeAddresses(node(), List.of(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.1")));
        recording.initialise(node(), new InitialisationPatch(Optional.empty(), Map.of("zone", "a"), Map.of()));
        recording.label(node(), Map.of("region", "r"));
        recording.annotate(node(), Map.of("vm", "vm-1"));
        recording.addShutdownTaint(node());
        recording.removeShutdownTaint(node());
        recording.delete(node());

        assertThat(changes.newestFirst().reversed())
                .extracting(NodeWrite::text)
                .containsExactly(
                        "Changed the addresses from none to InternalIP 10.0.0.1",
                        "Initialised: labels zone=a, taint removed",
                        "Set the labels region=r",
                        "Set the annotations vm=vm-1",
                        "Added the taint node.cloudprovider.kubernetes.io/shutdown",
                        "Removed the taint node.cloudprovider.kubernetes.io/shutdown",
                        "Deleted the Node, because its VM is gone");
    }

    @Test
    void aFailedWriteIsNotRecorded() {
        nodes.addTainted("w-1", "42000000-0000-0000-0000-000000000001");
        nodes.answerNextWith(new WriteOutcome.Failed("no answer"));

        recording.label(node(), Map.of("region", "r"));

        assertThat(changes.newestFirst()).isEmpty();
    }

    @Test
    void theBufferKeepsTheNewestWritesAndCutsLongTexts() {
        for (int i = 0; i < RecentChanges.CAPACITY + 5; i++) {
            changes.add(new NodeName("w-" + i), "x".repeat(10_000));
        }

        assertThat(changes.newestFirst()).hasSize(RecentChanges.CAPACITY);
        assertThat(changes.newestFirst().getFirst().node()).isEqualTo(new NodeName("w-204"));
        assertThat(changes.newestFirst().getLast().node()).isEqualTo(new NodeName("w-5"));
        assertThat(changes.newestFirst()).allMatch(each -> each.text().length() == RecentChanges.MAX_LENGTH);
    }
}
