package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.reconcile.ThreadRun;
import dev.vspherecloud.serving.auth.ClusterAuthenticationConfig;
import dev.vspherecloud.serving.auth.ClusterClientCa;
import dev.vspherecloud.serving.auth.ReviewResult;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Each call of each port of the authentication threads fails once with an unexpected exception. The threads
/// continue to work.
class ThreadFailuresTest {
    @Test
    void theClientCasAreReadWhicheverCallFails() throws IOException {
        ThreadRun.eachCallFailsOnce(20, run -> {
            var published = new ClusterClientCa(
                    () -> {
                        run.call("cluster");
                        run.read();
                        return new ReviewResult.Answered<>(ClusterAuthenticationConfig.NONE);
                    },
                    run::nanos);

            run.work(
                    "authentication",
                    () -> ServingAccess.refreshForEver(published, _ -> run.pause(Duration.ofSeconds(1))));
        });
    }
}
