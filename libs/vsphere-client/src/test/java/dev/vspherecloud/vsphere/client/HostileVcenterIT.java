package dev.vspherecloud.vsphere.client;

import static dev.vspherecloud.vsphere.client.VcenterClientTest.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.script.HostileAnswer;
import dev.vspherecloud.testkit.script.HostileAnswers;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sends all hostile answers of the testkit to a login, a read and a wait. Each ends as a typed failure, the client
/// continues to work, and no thread is left. An answer that only the deadline can end is a timeout and takes that
/// long. The client recognises every other answer before the deadline.
///
/// [HostileAnswersTest] checks the kind of each failure in its own table; this test checks it for timeouts only.
class HostileVcenterIT {
    private static final MoRef VM = new MoRef("VirtualMachine", "vm-1");
    private static final RetrieveQuery NAMES = RetrieveQuery.ofObjects("VirtualMachine", List.of("name"), List.of(VM));

    /// Longer than a test may take: a call with this deadline ends before it, or the test fails.
    private static final Duration NEVER_REACHED = Duration.ofHours(1);

    /// Margin below the deadline, because the deadline starts before the measurement.
    private static final Duration EARLY = Duration.ofMillis(100);

    /// The JDK's client accepts only a few interim answers, so this answer ends before the deadline.
    private static final String COUNTED = "one interim answer after the other";

    private final ScriptedVcenter vcenter = ScriptedVcenter.start();

    @AfterEach
    void stop() {
        vcenter.close();
    }

    static List<HostileAnswer> answers() {
        return HostileAnswers.all();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void endsInATypedFailureAndLeavesNoThread(HostileAnswer hostile) throws Exception {
        Set<Thread> before = httpThreads();
        Duration deadline = deadline(hostile);
        try (var client = client(deadline)) {
            VcenterSession session = client.login(Recorded.CREDENTIALS);
            MoRef collector = session.createCollector();

            vcenter.on("RetrievePropertiesEx", hostile.reply());
            assertFails(hostile, () -> session.retrieve(NAMES));
            vcenter.on("WaitForUpdatesEx", hostile.reply());
            assertFails(hostile, () -> session.waitForUpdates(collector, "", Duration.ZERO, 100));
            vcenter.on("Login", hostile.reply());
            assertFails(hostile, () -> client.login(Recorded.CREDENTIALS));

            vcenter.on("FindAllByUuid", Replies.soap(VimXml.reference("returnval", VM.type(), VM.value())));
            assertThat(findWithOneRetry(session)).containsExactly(VM);
        }
        for (Thread thread : httpThreads()) {
            assertThat(before.contains(thread) || thread.join(EventTimeout.LIMIT))
                    .as(thread.getName())
                    .isTrue();
        }
    }

    /// Tries again once, because the last answer may have broken the connection.
    private static List<MoRef> findWithOneRetry(VcenterSession session) {
        try {
            return find(session);
        } catch (VcenterException e) {
            assertThat(e.kind()).isEqualTo(VcenterException.Kind.UNREACHABLE);
            return find(session);
        }
    }

    private static List<MoRef> find(VcenterSession session) {
        return session.findAllByUuid("421a0000-0000-4000-8000-000000000001", false);
    }

    private static void assertFails(HostileAnswer hostile, ThrowingCallable call) {
        Stopwatch stopwatch = Stopwatch.start();

        VcenterException e = failure(call);

        if (hostile.end() == HostileAnswer.End.DEADLINE && !hostile.name().equals(COUNTED)) {
            assertThat(e.kind()).isEqualTo(VcenterException.Kind.TIMEOUT);
            assertThat(e).hasMessageMatching("(?s).*no complete response within ([01]\\.\\d+|2\\.0) s.*");
            stopwatch.requireAtLeast(deadline(hostile).minus(EARLY));
        } else {
            assertThat(e.kind()).isNotIn(VcenterException.Kind.TIMEOUT, VcenterException.Kind.CANCELED);
        }
        assertThat(e).hasMessageContaining("vc-hostile").hasMessageNotContaining("s3cret-word");
    }

    /// Returns a short deadline if only the deadline ends the answer, otherwise one that is never reached.
    private static Duration deadline(HostileAnswer hostile) {
        return hostile.end() == HostileAnswer.End.DEADLINE ? Duration.ofSeconds(2) : NEVER_REACHED;
    }

    private VcenterClient client(Duration call) {
        var endpoint = new VcenterEndpoint(
                "vc-hostile", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty());
        var timeouts = new Timeouts(Duration.ofSeconds(10), call, call, call, call);
        return new VcenterClient(endpoint, timeouts, "test/1", VcenterObserver.NONE);
    }

    /// Returns the platform threads of the JDK's HTTP clients; each client has one.
    private static Set<Thread> httpThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("HttpClient-"))
                .collect(Collectors.toSet());
    }
}
