package dev.vspherecloud.kubernetes;

import static dev.vspherecloud.kubernetes.NodeFixtures.TAINT;
import static dev.vspherecloud.kubernetes.NodeFixtures.fresh;
import static dev.vspherecloud.kubernetes.NodeFixtures.known;
import static dev.vspherecloud.kubernetes.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.node.NodeMeta;
import dev.vspherecloud.domain.node.NodeView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeJsonTest {
    @Test
    void readsWhatWeCareAbout() {
        assertThat(known(fresh("w-1", 7)).view())
                .isEqualTo(new NodeView(
                        new NodeMeta(
                                new NodeName("w-1"),
                                "uid-w-1",
                                "7",
                                Instant.parse("2026-01-02T03:04:05Z"),
                                Map.of("kubernetes.io/os", "linux"),
                                Map.of("note", "Größe")),
                        "",
                        "4237558d-a1b2-c3d4-e5f6-0123456789ab",
                        true,
                        List.of(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.4"))));
    }

    @Test
    void anyUninitializedTaintCountsWhateverItsValueAndEffect() {
        String taint = TAINT.replace("NoSchedule", "NoExecute").replace("\"true\"", "\"\"");

        assertThat(known(node("w-1", 1, "", "[" + taint + "]", "")).view().uninitialized())
                .isTrue();
        assertThat(known(node("w-1", 1, "", "[{\"key\":\"other\"}]", "")).view().uninitialized())
                .isFalse();
    }

    @Test
    void keepsTaintsAsTheyStandWithFieldsOfTheFuture() {
        String taints =
                "[{\"key\":\"a\",\"effect\":\"NoExecute\",\"timeAdded\":\"2026-01-01T00:00:00Z\",\"new\":{\"x\":1}}]";

        assertThat(Json.from(known(node("w-1", 1, "", taints, "")).taints())).hasToString(taints);
    }

    @Test
    void aNodeWithoutAnythingIsReadAsEmpty() {
        NodeView view = known("{\"metadata\":{\"name\":\"w-1\"}}").view();

        assertThat(view.providerId()).isEmpty();
        assertThat(view.systemUuid()).isEmpty();
        assertThat(view.addresses()).isEmpty();
        assertThat(view.uninitialized()).isFalse();
        assertThat(view.meta().created()).isEqualTo(Instant.EPOCH);
    }

    @Test
    void whatIsNoJsonIsAServerThatFailedAndIsNotQuoted() {
        assertThatThrownBy(() -> known("<html>secret</html>"))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.SERVER_FAILED))
                .hasMessageContaining("line 1, column")
                .hasMessageNotContaining("secret");
    }
}
