package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.ThreadRun;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.PublishedAuthentication;
import dev.vspherecloud.serving.auth.PublishedTrust;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Each call of each port of the threads for authentication fails once in a way that nobody expects, and the
/// work goes on.
class ThreadFailuresTest {
    @Test
    void whoseCertificatesCountIsReadWhateverFails() throws IOException {
        ThreadRun.eachCallFailsOnce(20, run -> {
            var published = new PublishedTrust(
                    () -> {
                        run.call("cluster");
                        run.read();
                        return new ClusterAnswer.Given<>(PublishedAuthentication.NOTHING);
                    },
                    run::nanos);

            run.work("authentication", () -> PortGate.follow(published, _ -> run.pause(Duration.ofSeconds(1))));
        });
    }
}
