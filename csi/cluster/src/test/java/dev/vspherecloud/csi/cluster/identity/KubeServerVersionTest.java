package dev.vspherecloud.csi.cluster.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeServerVersionTest {
    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | {"gitVersion": "v1.36.3+rke2r1"} | Known
            200 | {}                               | Known
            403 | {}                               | Refused
            404 | 404 page not found               | Refused
            500 | {}                               | Unread
            200 | <html>                           | Unread
            """)
    void eachAnswerIsAResult(int status, String body, String result) {
        api.answers(status, body);

        ServerVersionResult read = new KubeServerVersion(api.server(time), time).read(Duration.ofSeconds(5));

        assertThat(read.getClass().getSimpleName()).isEqualTo(result);
        assertThat(api.callLines()).containsExactly("GET /version");
    }
}
