package dev.vspherecloud.csi.cluster.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeClusterIdTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String PATH = "/api/v1/namespaces/csi/configmaps";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeClusterId clusterId = new KubeClusterId(api.server(time), time, "csi");

    @Test
    void theIdIsRead() {
        api.answers(200, "{\"data\":{\"clusterID\":\"id-1\"}}");

        assertThat(clusterId.read(BUDGET)).isEqualTo(new ClusterIdReadResult.Present("id-1"));
        assertThat(api.callLines()).containsExactly("GET " + PATH + "/vsphere-csi-cluster-id");
    }

    @Test
    void aConfigMapWithoutTheKeyIsPresent() {
        api.answers(200, "{\"data\":{\"clusterid\":\"id-1\"}}").answers(200, "{}");

        assertThat(clusterId.read(BUDGET)).isEqualTo(new ClusterIdReadResult.Present(""));
        assertThat(clusterId.read(BUDGET)).isEqualTo(new ClusterIdReadResult.Present(""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    404 | {"details":{"name":"vsphere-csi-cluster-id"}} | Absent
                    404 | <html>                                        | Unread
                    403 | {}                                            | Unread
                    500 | {}                                            | Unread
                    """)
    void onlyTheApiServerProvesAbsence(int status, String body, String result) {
        api.answers(status, body);

        assertThat(clusterId.read(BUDGET).getClass().getSimpleName()).isEqualTo(result);
    }

    @Test
    void theConfigMapIsImmutable() {
        api.answers(201, "{}");

        assertThat(clusterId.create("id-1", BUDGET)).isEqualTo(new ClusterIdWriteResult.Created("id-1"));
        assertThat(api.callLines()).containsExactly("POST " + PATH);
        assertThat(api.calls().getFirst().body())
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                        + "\"metadata\":{\"name\":\"vsphere-csi-cluster-id\",\"namespace\":\"csi\"},"
                        + "\"immutable\":true,\"data\":{\"clusterID\":\"id-1\"}}");
    }

    @Test
    void theFirstWriterDecides() {
        api.answers(409, "{}").answers(200, "{\"data\":{\"clusterID\":\"id-2\"}}");

        assertThat(clusterId.create("id-1", BUDGET)).isEqualTo(new ClusterIdWriteResult.Existed("id-2"));
    }

    @ParameterizedTest
    @CsvSource({"id-1, Created", "id-2, Existed"})
    void aLostAnswerIsLookedUp(String present, String result) {
        api.fails(Kind.TIMEOUT).answers(200, "{\"data\":{\"clusterID\":\"%s\"}}".formatted(present));

        assertThat(clusterId.create("id-1", BUDGET).getClass().getSimpleName()).isEqualTo(result);
    }

    @Test
    void anIdIsNeverAssumed() {
        api.fails(Kind.TIMEOUT).answers(404, "{\"details\":{\"name\":\"vsphere-csi-cluster-id\"}}");
        api.answers(409, "{}").fails(Kind.UNREACHABLE);
        api.answers(403, "{}");

        for (int i = 0; i < 3; i++) {
            assertThat(clusterId.create("id-1", BUDGET)).isInstanceOf(ClusterIdWriteResult.Failed.class);
        }
    }
}
