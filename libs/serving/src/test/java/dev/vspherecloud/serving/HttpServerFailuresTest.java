package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/// Lets each call of a port by the serving threads fail once in an unexpected way, and tests that the next request
/// is answered.
class HttpServerFailuresTest {
    private static final int FAILURES = 16;

    @Test
    void theNextRequestIsAnsweredAfterAnyFailure() throws IOException {
        var failed = new ArrayList<String>();
        for (int n = 1; n <= FAILURES; n++) {
            var failing = FailingCalls.at(n);
            var log = new RecordingLog();
            List<String> counted = new CopyOnWriteArrayList<>();
            List<Duration> pauses = new CopyOnWriteArrayList<>();
            var supervisor = new Supervisor(System::nanoTime, pauses::add, counted::add, log);
            try (var port = open(failing, supervisor)) {
                int cut = 0;
                while (!failing.wasReached()) {
                    cut += answer(port).isEmpty() ? 1 : 0;
                }
                assertThat(answer(port)).as(failing.failed()).contains("200 OK");
                assertThat(cut).isLessThanOrEqualTo(1);
                assertThat(port.unhealthyReason()).isEmpty();
            }
            failed.add(failing.failed());
            // An exception in the handler or the access filter is answered with 500, and logged where it is
            // caught.
            boolean isOfPage = List.of("page", "AccessFilter.admit").contains(failing.failed());
            assertThat(log.errors()).as(failing.failed()).hasSize(isOfPage ? 0 : 1);
            assertThat(counted).as(failing.failed()).hasSize(isOfPage ? 0 : 1).allMatch("serving"::equals);
            assertThat(pauses).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(failed).contains("clock", "page", "AccessFilter.admit");
    }

    private static HttpServer open(FailingCalls failing, Supervisor supervisor) {
        var settings = new ServingSettings("127.0.0.1", Ports.ANY, false, false, Ports.IN_MEMORY);
        Handler page = _ -> {
            failing.call("page");
            return Response.of(Response.JSON, "{}");
        };
        return HttpServer.openTls(
                settings,
                ServerLimits.DEFAULTS,
                new RequestDispatcher(
                        failing.of(AccessFilter.class, Ports.OPEN),
                        new Router(Map.of("/page", page)),
                        ServingObserver.NONE),
                () -> {
                    failing.call("clock");
                    return System.nanoTime();
                },
                InstantSource.system(),
                supervisor,
                ServingObserver.NONE);
    }

    /// Returns an empty text if the server closed the connection without a response, so that the client does not
    /// wait in vain.
    private static String answer(HttpServer port) {
        try (RawClient client = RawClient.at(port.localPort())) {
            return client.send("GET /page HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                    .readAll();
        } catch (IOException _) {
            return "";
        }
    }
}
