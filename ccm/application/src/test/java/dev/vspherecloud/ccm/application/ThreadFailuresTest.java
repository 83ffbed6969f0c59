package dev.vspherecloud.ccm.application;

import static dev.vspherecloud.ccm.application.VcenterConfigs.vcenter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.metrics.ConfigObserver;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.CredentialsSource.KubernetesSecret;
import dev.vspherecloud.config.credentials.SecretsDirectory.Look;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.PublishedAuthentication;
import dev.vspherecloud.serving.auth.PublishedTrust;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.time.VirtualTime;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each call of each port of the threads for configuration, credentials and authentication fails once in a way
/// that nobody expects, and the work goes on.
class ThreadFailuresTest {
    private static final String GOOD = "vcenter: {a: {server: vc-a, user: u, password: p}}\n";
    private static final String OTHER = "vcenter: {b: {server: vc-b, user: u, password: p}}\n";
    private static final Duration RUN = Duration.ofSeconds(12);

    @TempDir
    private Path directory;

    /// One run, with at most one failure in it.
    private static final class Run {
        private final FailingCalls failing;
        private final VirtualTime time = VirtualTime.until(RUN);
        private final RecordingLog log = new RecordingLog();
        private final List<String> counted = new ArrayList<>();
        private int reads;

        Run(FailingCalls failing) {
            this.failing = failing;
        }

        void work(String thread, Runnable work) {
            new Supervisor(time::nanos, time::sleep, counted::add, log)
                    .task(thread, thread, work)
                    .run();
            assertThat(Thread.interrupted()).as("ended with the time").isTrue();
            boolean wasReached = failing.wasReached();
            assertThat(counted).as(failing.failed()).hasSize(wasReached ? 1 : 0).allMatch(thread::equals);
            assertThat(log.errors()).as(failing.failed()).hasSize(wasReached ? 1 : 0);
            assertThat(reads).as(failing.failed()).isBetween(10, 14);
        }

        void pause(Duration length) throws InterruptedException {
            failing.call("pause");
            time.sleep(length);
        }
    }

    private interface Scene {
        void play(Run run) throws IOException;
    }

    private static void eachCallFailsOnce(int atLeast, Scene scene) throws IOException {
        int runs = FailingCalls.eachFailsOnce(failing -> scene.play(new Run(failing)));
        assertThat(runs).as("calls that fail").isGreaterThan(atLeast);
    }

    @Test
    void anotherConfigurationIsAppliedWhateverFailsAndTheLastGoodOneIsKept() throws IOException {
        eachCallFailsOnce(20, run -> {
            write(GOOD);
            var applied = new ArrayList<String>();
            var live = new LiveConfig(
                    () -> {
                        run.failing.call("reading");
                        run.reads++;
                        if (run.reads == 3) {
                            write("vcenter: {a: {user: u}}\n");
                        } else if (run.reads == 6) {
                            write(OTHER);
                        }
                        return read();
                    },
                    (ConfigResult.Accepted) read().result(),
                    config -> {
                        run.failing.call("changed");
                        applied.add(config.vcenters().getFirst().name());
                    },
                    run::pause,
                    run.failing.of(ConfigObserver.class, ProgramMetrics.system().config()));

            run.work("config", live);

            assertThat(applied).as(run.failing.failed()).containsExactly("b");
        });
    }

    @Test
    void aDirectoryIsToldWhateverFails() throws IOException {
        eachCallFailsOnce(20, run -> {
            var told = new ArrayList<String>();
            var poll = new DirectoryPoll(
                    () -> {
                        run.failing.call("directory");
                        run.reads++;
                        return new Look.Unreadable(run.reads < 5 ? "first" : "second");
                    },
                    look -> {
                        run.failing.call("consumer");
                        told.add(((Look.Unreadable) look).why());
                    },
                    run::pause);

            run.work("credentials", poll);

            assertThat(told)
                    .as(run.failing.failed())
                    .contains("first", "second")
                    .endsWith("second");
        });
    }

    @Test
    void whoseCertificatesCountIsReadWhateverFails() throws IOException {
        eachCallFailsOnce(20, run -> {
            var published = new PublishedTrust(
                    () -> {
                        run.failing.call("cluster");
                        run.reads++;
                        return new ClusterAnswer.Given<>(PublishedAuthentication.NOTHING);
                    },
                    run.time::nanos);

            run.work("authentication", () -> PortGate.follow(published, _ -> run.pause(Duration.ofSeconds(1))));
        });
    }

    @Test
    void aListenerThatFailsHearsItWithTheNextNewsAndSoDoTheOthers() {
        var secret = new KubernetesSecret("kube-system", "cpi");
        var feed = new CredentialFeed("Secret kube-system/cpi");
        var failing = FailingCalls.at(1);
        var told = new ArrayList<String>();
        var a = feed.join(vcenter("a", secret), () -> {
            failing.call("a");
            told.add("a");
        });
        feed.join(vcenter("b", secret), () -> told.add("b"));
        CredentialNews news = contents();

        new Supervisor(System::nanoTime, _ -> {}, _ -> {}, new RecordingLog())
                .task("credentials", "credentials", () -> feed.take(news))
                .run();

        assertThat(told).contains("a", "b");
        assertThat(a.read()).isInstanceOf(Reading.Ready.class);
    }

    private static CredentialNews contents() {
        byte[] text = "text".getBytes(StandardCharsets.UTF_8);
        Map<String, byte[]> data =
                Map.of("a.username", text, "a.password", text, "b.username", text, "b.password", text);
        return new CredentialNews.Contents(CredentialSet.of("Secret kube-system/cpi", data), "1");
    }

    private void write(String text) {
        try {
            Files.writeString(directory.resolve("vsphere.conf"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ConfigReport read() {
        return ConfigReader.report(directory.resolve("vsphere.conf"), Map.of());
    }
}
