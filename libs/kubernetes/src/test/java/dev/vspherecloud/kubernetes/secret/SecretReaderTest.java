package dev.vspherecloud.kubernetes.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SecretReaderTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private final ScriptedApi api = new ScriptedApi();
    private final SecretReader secrets = new SecretReader(api.server(ManualTime.endless()));

    @Test
    void readsAndDecodesByName() {
        api.answers(200, "{\"metadata\":{\"resourceVersion\":\"5\"},\"data\":{\"vc.password\":\"czNjcmV0\"}}");

        assertThat(secrets.read("kube-system", "vsphere", BUDGET))
                .isInstanceOfSatisfying(SecretReadResult.Found.class, found -> {
                    assertThat(new String(found.data().get("vc.password"), StandardCharsets.UTF_8))
                            .isEqualTo("s3cret");
                    assertThat(found).hasToString("Found[keys=[vc.password], resourceVersion=5]");
                });
        assertThat(api.callLines()).containsExactly("GET /api/v1/namespaces/kube-system/secrets/vsphere");
    }

    @Test
    void distinguishesAbsentFromDenied() {
        api.answers(404, "").answers(403, "{\"message\":\"secrets is forbidden\"}");

        assertThat(secrets.read("a", "b", BUDGET)).isEqualTo(new SecretReadResult.Absent());
        assertThat(secrets.read("a", "b", BUDGET)).isEqualTo(new SecretReadResult.Denied("secrets is forbidden"));
    }

    @Test
    void anUnreadableAnswerIsNotQuoted() {
        api.answers(200, "{\"data\":{\"password\":\"s3cret");

        assertThatThrownBy(() -> secrets.read("a", "b", BUDGET))
                .isInstanceOf(KubeException.class)
                .hasNoCause()
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void invalidBase64IsNotQuoted() {
        api.answers(200, "{\"data\":{\"password\":\"s3cret!\"}}");

        assertThatThrownBy(() -> secrets.read("a", "b", BUDGET))
                .isInstanceOf(KubeException.class)
                .hasNoCause()
                .hasMessageNotContaining("s3cret");
    }
}
