package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeReaderTest {
    private final ScriptedApi api = new ScriptedApi();
    private final NodeReader nodes = new NodeReader(api.server(ManualTime.endless()), Set.of());

    @Test
    void readsOneByItsName() {
        api.answers(200, NodeFixtures.fresh("w-1", 7));

        assertThat(nodes.read(new NodeName("w-1")))
                .hasValueSatisfying(node -> assertThat(node.isUninitialised()).isTrue());
        assertThat(api.callLines()).containsExactly("GET /api/v1/nodes/w-1");
    }

    @Test
    void aMissingNodeIsNoFailure() {
        api.answers(404, "{\"message\":\"nodes \\\"w-1\\\" not found\"}");

        assertThat(nodes.read(new NodeName("w-1"))).isEmpty();
    }

    @Test
    void aMissingPermissionIsReported() {
        api.answers(403, "{\"message\":\"nodes is forbidden\"}");

        assertThatThrownBy(() -> nodes.read(new NodeName("w-1")))
                .isInstanceOfSatisfying(KubeException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(KubeException.Kind.FORBIDDEN))
                .hasMessageContaining("nodes is forbidden");
    }

    @Test
    void listsPageByPage() {
        api.answers(200, "{\"metadata\":{\"continue\":\"a b\"},\"items\":[" + NodeFixtures.fresh("w-1", 7) + "]}")
                .answers(200, "{\"metadata\":{},\"items\":[" + NodeFixtures.fresh("w-2", 8) + "]}");

        assertThat(nodes.list()).map(node -> node.name().value()).containsExactly("w-1", "w-2");
        assertThat(api.callLines())
                .containsExactly("GET /api/v1/nodes?limit=250", "GET /api/v1/nodes?limit=250&continue=a%20b");
    }

    @Test
    void aSelectorIsPassedToTheApiServer() {
        api.answers(200, "{\"metadata\":{\"continue\":\"c\"},\"items\":[]}")
                .answers(200, "{\"metadata\":{},\"items\":[" + NodeFixtures.fresh("w-2", 8) + "]}");

        assertThat(nodes.list("pool in (a,b),!spot")).hasSize(1);
        assertThat(api.callLines())
                .containsExactly(
                        "GET /api/v1/nodes?limit=250&labelSelector=pool%20in%20%28a%2Cb%29%2C%21spot",
                        "GET /api/v1/nodes?limit=250&labelSelector=pool%20in%20%28a%2Cb%29%2C%21spot&continue=c");
    }

    @Test
    void aMalformedSelectorIsReported() {
        api.answers(400, "{\"message\":\"unable to parse requirement: found 'blue', expected: '('\"}");

        assertThatThrownBy(() -> nodes.list("pool in blue"))
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("unable to parse requirement: found 'blue', expected: '('");
    }
}
