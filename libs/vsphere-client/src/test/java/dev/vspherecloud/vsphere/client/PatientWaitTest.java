package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests that the client waits longer than the server: if it ends a wait first, it may lose the updates in the answer.
class PatientWaitTest {
    private static final MoRef COLLECTOR = new MoRef("PropertyCollector", "session[52]c1");
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String UNCHANGED =
            Recorded.envelope("<WaitForUpdatesExResponse xmlns=\"urn:vim25\"></WaitForUpdatesExResponse>");

    @Test
    void waitsAsLongAsTheServerAndAMargin() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> late(Duration.ofSeconds(2))));
                var client = client(server, Duration.ofSeconds(20));
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(session.waitForUpdates(COLLECTOR, "1", SECOND, 100)).isEmpty();

            assertThat(server.requests().getLast().body()).contains("<maxWaitSeconds>1</maxWaitSeconds>");
        }
    }

    @Test
    void afterTheMarginTheWaitTimesOut() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
                var client = client(server, SECOND);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(failure(() -> session.waitForUpdates(COLLECTOR, "1", SECOND, 100))
                            .kind())
                    .isEqualTo(Kind.TIMEOUT);
        }
    }

    @Test
    void theDefaultMarginIsAtLeastFifteenSeconds() {
        assertThat(Timeouts.standard().waitMargin()).isGreaterThanOrEqualTo(Duration.ofSeconds(15));
    }

    private static VcenterClient client(ScriptedServer server, Duration waitMargin) {
        var call = Duration.ofSeconds(20);
        var timeouts = new Timeouts(call, call, call, call, waitMargin);
        return new VcenterClient(
                Recorded.endpoint(server, new TlsTrust.Insecure()), timeouts, "test/1", VcenterObserver.NONE);
    }

    private static Reply late(Duration delay) {
        return (connection, out) -> {
            boolean _ = new CountDownLatch(1).await(delay.toMillis(), TimeUnit.MILLISECONDS);
            ScriptedServer.xml(200, UNCHANGED).to(connection, out);
        };
    }
}
