package dev.vspherecloud.kubernetes.secret;

import static dev.vspherecloud.kubernetes.FailingRun.eachCallFailsOnce;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/// Tests that the watch of a Secret continues to work after an unexpected failure of each call of each port.
class SecretThreadFailuresTest {
    @Test
    void aSecretIsReportedAfterAnyFailure() throws InterruptedException {
        eachCallFailsOnce(15, run -> {
            run.answers(() -> secret("5", "a"));
            run.streams("{\"type\":\"MODIFIED\",\"object\":%s}".formatted(secret("6", "b")));
            var versions = new ArrayList<String>();
            var watch = new SecretWatch(
                    run.server(),
                    "kube-system",
                    "vcenter",
                    read -> {
                        run.failing().call("consumer");
                        versions.add(((SecretReadResult.Found) read).resourceVersion());
                    },
                    run.time(),
                    run.pause());

            run.work("credentials", watch);

            assertThat(versions).as(run.failed()).contains("5", "6");
            run.shows("credentials", 10);
        });
    }

    private static String secret(String version, String password) {
        return "{\"metadata\":{\"resourceVersion\":\"%s\"},\"data\":{\"password\":\"%s\"}}"
                .formatted(version, Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)));
    }
}
