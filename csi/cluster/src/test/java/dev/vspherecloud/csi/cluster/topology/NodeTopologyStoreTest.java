package dev.vspherecloud.csi.cluster.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeTopologyStoreTest {
    /// The node plugins of all Nodes may write these objects.
    @Test
    void anObjectHasLimitedLabelsAndALimitedError() {
        Json labels = Json.items(IntStream.range(0, 500)
                .<Json>mapToObj(i -> Json.object().with("key", "a.example/" + i).with("value", "b"))
                .toList());
        byte[] json = Json.object()
                .with("metadata", Json.object().with("name", "w-1"))
                .with("status", Json.object().with("topologyLabels", labels).with("errorMessage", "x".repeat(100_000)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);

        NodeTopologyObject object = new NodeTopologyStore(_ -> {}).reader().object(json);

        assertThat(object.topology().labels()).hasSize(64);
        assertThat(object.error()).hasSizeLessThan(9_000);
    }
}
