package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Reports the heap that large Nodes need, and those that contain all that a kubelet may write. It asserts nothing,
// since heap figures depend on the machine.
class NodeHeapTest {
    private static final int NODES = 5_000;
    private static final int WORST_NODES = 100;

    @Test
    void reportsWhatNodesCost(TestReporter reporter) {
        report(reporter, NODES, NodeHeapTest::node);
    }

    @Test
    void reportsWhatTheWorstNodesCost(TestReporter reporter) {
        report(reporter, WORST_NODES, WorstNode::json);
    }

    private static void report(TestReporter reporter, int nodes, IntFunction<String> node) {
        var store = new NodeStore(_ -> {});
        long before = usedBytes();

        int nodeBytes = 0;
        for (int number = 0; number < nodes; number++) {
            byte[] json = node.apply(number).getBytes(StandardCharsets.UTF_8);
            nodeBytes = json.length;
            store.onUpdated(NodeJson.READER.object(json));
        }

        long after = usedBytes();
        reporter.publishEntry("bytes of a Node on the wire", Integer.toString(nodeBytes));
        reporter.publishEntry("bytes of a Node in memory", Long.toString((after - before) / nodes));
        assertThat(store.find(new NodeName("w-0"))).isPresent();
    }

    private static String node(int number) {
        String images = IntStream.range(0, 28)
                .mapToObj(i ->
                        "{\"names\":[\"registry.example/team/image-%d@sha256:%064d\",\"registry.example/team/image-%d:v1\"],\"sizeBytes\":%d}"
                                .formatted(i, number, i, number))
                .collect(Collectors.joining(","));
        String labels = IntStream.range(0, 20)
                .mapToObj(i -> "\"label.example/key-%d\":\"value-%d-%d\"".formatted(i, i, number))
                .collect(Collectors.joining(","));
        return NodeFixtures.fresh("w-" + number, number + 1)
                .replace("\"topology.kubernetes.io/zone\":\"linux\"", labels)
                .replace("{\"names\":[\"registry/image:1\"],\"sizeBytes\":1}", images);
    }

    private static long usedBytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
