package dev.vspherecloud.vsphere.connection;

import static dev.vspherecloud.vsphere.connection.TestTargets.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.ThreadRun;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Each call of each port of the credential threads fails once with an unexpected exception. The threads continue
/// to work.
class ThreadFailuresTest {
    @Test
    void aDirectoryIsReportedWhicheverCallFails() throws IOException {
        ThreadRun.eachCallFailsOnce(20, run -> {
            var reported = new ArrayList<String>();
            var poll = new DirectoryWatcher(
                    () -> {
                        run.call("directory");
                        return new ReadResult.Unreadable(run.read() < 5 ? "first" : "second");
                    },
                    read -> {
                        run.call("consumer");
                        reported.add(((ReadResult.Unreadable) read).why());
                    },
                    run::pause);

            run.work("credentials", poll);

            assertThat(reported).as(run.failed()).contains("first", "second").endsWith("second");
        });
    }

    @Test
    void aListenerThatFailsIsNotifiedAgainAndSoAreTheOthers() {
        var secret = new KubernetesSecret("kube-system", "cpi");
        var credentials = new WatchedCredentials("Secret kube-system/cpi");
        var failing = FailingCalls.at(1);
        var reported = new ArrayList<String>();
        var a = credentials.join(target("a", secret), () -> {
            failing.call("a");
            reported.add("a");
        });
        credentials.join(target("b", secret), () -> reported.add("b"));
        CredentialUpdate update = contents();

        new Supervisor(System::nanoTime, _ -> {}, _ -> {}, new RecordingLog())
                .task("credentials", "credentials", () -> credentials.onUpdate(update))
                .run();

        assertThat(reported).contains("a", "b");
        assertThat(a.read()).isInstanceOf(Reading.Ready.class);
    }

    private static CredentialUpdate contents() {
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        Map<String, byte[]> data =
                Map.of("a.username", text, "a.password", text, "b.username", text, "b.password", text);
        return new CredentialUpdate.Contents(CredentialSet.of("Secret kube-system/cpi", data), "1");
    }
}
