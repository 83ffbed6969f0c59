package dev.vspherecloud.ccm.application.vcenter;

import static dev.vspherecloud.ccm.application.vcenter.VcenterConfigs.vcenter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.ThreadRun;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import dev.vspherecloud.reconcile.Supervisor;
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
    void aDirectoryIsToldWhateverFails() throws IOException {
        ThreadRun.eachCallFailsOnce(20, run -> {
            var told = new ArrayList<String>();
            var poll = new DirectoryWatcher(
                    () -> {
                        run.call("directory");
                        return new ReadResult.Unreadable(run.read() < 5 ? "first" : "second");
                    },
                    look -> {
                        run.call("consumer");
                        told.add(((ReadResult.Unreadable) look).why());
                    },
                    run::pause);

            run.work("credentials", poll);

            assertThat(told).as(run.failed()).contains("first", "second").endsWith("second");
        });
    }

    @Test
    void aListenerThatFailsHearsItWithTheNextNewsAndSoDoTheOthers() {
        var secret = new KubernetesSecret("kube-system", "cpi");
        var feed = new WatchedCredentials("Secret kube-system/cpi");
        var failing = FailingCalls.at(1);
        var told = new ArrayList<String>();
        var a = feed.join(vcenter("a", secret), () -> {
            failing.call("a");
            told.add("a");
        });
        feed.join(vcenter("b", secret), () -> told.add("b"));
        CredentialUpdate news = contents();

        new Supervisor(System::nanoTime, _ -> {}, _ -> {}, new RecordingLog())
                .task("credentials", "credentials", () -> feed.onUpdate(news))
                .run();

        assertThat(told).contains("a", "b");
        assertThat(a.read()).isInstanceOf(Reading.Ready.class);
    }

    private static CredentialUpdate contents() {
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        Map<String, byte[]> data =
                Map.of("a.username", text, "a.password", text, "b.username", text, "b.password", text);
        return new CredentialUpdate.Contents(CredentialSet.of("Secret kube-system/cpi", data), "1");
    }
}
