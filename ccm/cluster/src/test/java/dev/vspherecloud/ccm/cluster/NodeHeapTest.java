package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Reports the heap that 5,000 large Nodes need. It asserts nothing, since heap figures depend on the machine.
class NodeHeapTest {
    private static final int NODES = 5_000;
    private static final int PAGE = 250;

    @Test
    void reportsWhatNodesCost(TestReporter reporter) {
        var store = new NodeStore(_ -> {});
        long before = usedBytes();

        int nodeBytes = 0;
        for (int page = 0; page < NODES / PAGE; page++) {
            byte[] json = page(page * PAGE).getBytes(StandardCharsets.UTF_8);
            nodeBytes = json.length / PAGE;
            NodeJson.READER.page(json).objects().forEach(store::onUpdated);
        }

        long after = usedBytes();
        reporter.publishEntry("bytes of a Node on the wire", Integer.toString(nodeBytes));
        reporter.publishEntry("bytes of a Node in memory", Long.toString((after - before) / NODES));
        assertThat(store.find(new NodeName("w-0"))).isPresent();
    }

    private static String page(int start) {
        return IntStream.range(start, start + PAGE)
                .mapToObj(NodeHeapTest::node)
                .collect(Collectors.joining(",", "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[", "]}"));
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
                .replace("\"kubernetes.io/os\":\"linux\"", labels)
                .replace("{\"names\":[\"registry/image:1\"],\"sizeBytes\":1}", images);
    }

    private static long usedBytes() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
