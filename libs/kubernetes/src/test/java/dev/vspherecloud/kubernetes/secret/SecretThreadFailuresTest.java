package dev.vspherecloud.kubernetes.secret;

import static dev.vspherecloud.kubernetes.FailingRun.eachCallFailsOnce;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Each call of each port of the thread that watches a Secret fails once unexpectedly, and the work goes on.
@Timeout(120)
class SecretThreadFailuresTest {
    @Test
    void aSecretIsToldWhateverFails() throws InterruptedException {
        eachCallFailsOnce(15, run -> {
            run.answers(() -> secret("5", "a"));
            run.streams("{\"type\":\"MODIFIED\",\"object\":%s}".formatted(secret("6", "b")));
            var told = new ArrayList<String>();
            var watch = new SecretWatch(
                    run.server(),
                    "kube-system",
                    "vcenter",
                    read -> {
                        run.failing().call("consumer");
                        told.add(((SecretReadResult.Found) read).resourceVersion());
                    },
                    run.time(),
                    run.pause());

            run.work("credentials", watch);

            assertThat(told).as(run.failed()).contains("5", "6");
            run.shows("credentials", 10);
        });
    }

    private static String secret(String version, String password) {
        return "{\"metadata\":{\"resourceVersion\":\"%s\"},\"data\":{\"password\":\"%s\"}}"
                .formatted(version, Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)));
    }
}
