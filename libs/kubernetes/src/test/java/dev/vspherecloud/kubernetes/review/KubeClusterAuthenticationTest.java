package dev.vspherecloud.kubernetes.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubeClusterAuthenticationTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeClusterAuthentication cluster = new KubeClusterAuthentication(api.server(ManualTime.endless()));

    @Test
    void readsCaCertificatesAndHeaders() {
        api.answers(200, """
                {"data":{"client-ca-file":"PEM 1","requestheader-client-ca-file":"PEM 2",
                "requestheader-allowed-names":"[\\"front-proxy-client\\"]",
                "requestheader-username-headers":"[\\"X-Remote-User\\"]",
                "requestheader-uid-headers":"[\\"X-Remote-Uid\\"]",
                "requestheader-group-headers":"[\\"X-Remote-Group\\",\\"X-Group\\"]",
                "requestheader-extra-headers-prefix":"[\\"X-Remote-Extra-\\"]"}}""");

        assertThat(cluster.read())
                .isEqualTo(new ExtensionAuthentication(
                        Optional.of("PEM 1"),
                        Optional.of("PEM 2"),
                        List.of("front-proxy-client"),
                        List.of("X-Remote-User"),
                        List.of("X-Remote-Uid"),
                        List.of("X-Remote-Group", "X-Group"),
                        List.of("X-Remote-Extra-")));
        assertThat(api.callLines())
                .containsExactly("GET /api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication");
    }

    @Test
    void withoutPublishedSettingsNothingIsTrusted() {
        api.answers(404, "").answers(200, "{}").answers(200, "{\"data\":{\"client-ca-file\":\" \"}}");

        for (int i = 0; i < 3; i++) {
            assertThat(cluster.read()).isEqualTo(ExtensionAuthentication.NONE);
        }
    }

    @Test
    void distinguishesAMissingPermissionFromOtherFailures() {
        api.answers(403, "{\"message\":\"configmaps is forbidden\"}")
                .answers(200, "{\"data\":{\"requestheader-allowed-names\":\"[\"}}")
                .fails(Kind.TIMEOUT);

        assertThat(failure()).isEqualTo(Kind.FORBIDDEN);
        assertThat(failure()).isEqualTo(Kind.SERVER_FAILED);
        assertThat(failure()).isEqualTo(Kind.TIMEOUT);
    }

    private Kind failure() {
        return catchThrowableOfType(KubeException.class, cluster::read).kind();
    }
}
