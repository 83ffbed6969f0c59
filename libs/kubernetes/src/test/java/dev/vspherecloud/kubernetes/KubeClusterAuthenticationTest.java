package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.PublishedAuthentication;
import dev.vspherecloud.serving.auth.RequestHeaderSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubeClusterAuthenticationTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeClusterAuthentication cluster = new KubeClusterAuthentication(api.server(ManualTime.endless()));

    @Test
    void readsAuthoritiesAndHeaders() throws InterruptedException {
        api.answers(200, """
                {"data":{"client-ca-file":"PEM 1","requestheader-client-ca-file":"PEM 2",
                "requestheader-allowed-names":"[\\"front-proxy-client\\"]",
                "requestheader-username-headers":"[\\"X-Remote-User\\"]",
                "requestheader-uid-headers":"[\\"X-Remote-Uid\\"]",
                "requestheader-group-headers":"[\\"X-Remote-Group\\",\\"X-Group\\"]",
                "requestheader-extra-headers-prefix":"[\\"X-Remote-Extra-\\"]"}}""");

        assertThat(cluster.read())
                .isEqualTo(new ClusterAnswer.Given<>(new PublishedAuthentication(
                        Optional.of("PEM 1"),
                        Optional.of("PEM 2"),
                        new RequestHeaderSettings(
                                Optional.empty(),
                                List.of("front-proxy-client"),
                                List.of("X-Remote-User"),
                                List.of("X-Remote-Uid"),
                                List.of("X-Remote-Group", "X-Group"),
                                List.of("X-Remote-Extra-")))));
        assertThat(api.callLines())
                .containsExactly("GET /api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication");
    }

    @Test
    void aClusterThatPublishesNothingBelievesNobody() throws InterruptedException {
        api.answers(404, "").answers(200, "{}").answers(200, "{\"data\":{\"client-ca-file\":\" \"}}");

        for (int i = 0; i < 3; i++) {
            assertThat(cluster.read()).isEqualTo(new ClusterAnswer.Given<>(PublishedAuthentication.NOTHING));
        }
    }

    @Test
    void aMissingRightIsToldFromOtherFailures() throws InterruptedException {
        api.answers(403, "{\"message\":\"configmaps is forbidden\"}")
                .answers(200, "{\"data\":{\"requestheader-allowed-names\":\"[\"}}")
                .fails(KubeException.Kind.TIMEOUT);

        assertThat(missingRight()).isTrue();
        assertThat(missingRight()).isFalse();
        assertThat(missingRight()).isFalse();
    }

    private boolean missingRight() throws InterruptedException {
        return ((ClusterAnswer.None<?>) cluster.read()).missingRight();
    }
}
