package dev.vspherecloud.serving.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.serving.Requests;
import dev.vspherecloud.serving.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HealthPageTest {
    private static final HealthCheck GOOD = new HealthCheck("good", Optional::empty);
    private static final HealthCheck BAD = new HealthCheck("bad", () -> Optional.of("a thread has ended"));

    private final List<HealthCheck> checks = new ArrayList<>();
    private final HealthPage page = new HealthPage("healthz", () -> List.copyOf(checks), new HealthSlis());

    private Response get(String target) {
        return page.handle(Requests.get(target));
    }

    @Test
    @Conforms("O50")
    void withoutChecksTheAnswerIsOk() {
        assertThat(get("/healthz")).isEqualTo(Response.text("ok"));
    }

    @Test
    @Conforms("O51")
    void isHealthyWhileItsCheckPasses() {
        checks.add(GOOD);

        assertThat(get("/healthz")).isEqualTo(Response.text("ok"));
    }

    @Test
    @Conforms("O52 J53")
    void listsItsChecksIfVerbose() {
        checks.add(GOOD);

        assertThat(get("/healthz?verbose=true")).isEqualTo(Response.text("[+]good ok\nhealthz check passed\n"));
        assertThat(get("/healthz?verbose")).isEqualTo(get("/healthz?verbose=true"));
    }

    @Test
    @Conforms("O53 J53")
    void isUnhealthyIfOneCheckFailsAndHidesTheReason() {
        checks.add(GOOD);
        checks.add(BAD);

        Response response = get("/healthz");

        assertThat(response.status()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("[+]good ok\n[-]bad failed: reason withheld\nhealthz check failed\n");
    }

    @Test
    @Conforms("O54 O55")
    void aCheckThatIsAddedLaterCounts() {
        checks.add(GOOD);
        checks.add(new HealthCheck("fine", Optional::empty));
        assertThat(get("/healthz").status()).isEqualTo(200);

        checks.add(BAD);

        assertThat(get("/healthz").status()).isEqualTo(500);
        assertThat(get("/healthz").body())
                .isEqualTo("[+]good ok\n[+]fine ok\n[-]bad failed: reason withheld\nhealthz check failed\n");
    }

    @Test
    @Conforms("O56")
    void aCheckHasAPageOfItsOwn() {
        checks.add(GOOD);
        checks.add(BAD);

        assertThat(get("/healthz/good")).isEqualTo(Response.text("ok"));
        assertThat(get("/healthz/bad").status()).isEqualTo(500);
        assertThat(get("/healthz/bad").body()).isEqualTo("internal server error: a thread has ended\n");
        assertThat(get("/healthz/other").status()).isEqualTo(404);
        assertThat(get("/healthz/").status()).isEqualTo(404);
    }

    @Test
    @Conforms("O57")
    void requestsDoNotWaitForEachOther() throws Exception {
        var allStarted = new CountDownLatch(5);
        checks.add(new HealthCheck("slow", () -> awaited(allStarted)));

        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Response>> replies = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                replies.add(clients.submit(() -> get("/healthz")));
            }
            for (Future<Response> response : replies) {
                assertThat(response.get(2, TimeUnit.MINUTES).body()).isEqualTo("ok");
            }
        }
    }

    private static Optional<String> awaited(CountDownLatch allStarted) {
        allStarted.countDown();
        try {
            return allStarted.await(2, TimeUnit.MINUTES)
                    ? Optional.empty()
                    : Optional.of("the requests did not run in parallel");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Conforms("O58")
    void thePingCheckHasItsNameAndAlwaysPasses() {
        checks.add(HealthCheck.PING);

        assertThat(get("/healthz?verbose").body()).isEqualTo("[+]ping ok\nhealthz check passed\n");
    }

    @Test
    @Conforms("J53")
    void excludedChecksDoNotCountAndUnknownOnesAreReported() {
        checks.add(GOOD);
        checks.add(BAD);

        assertThat(get("/healthz?exclude=bad").body()).isEqualTo("ok");
        assertThat(get("/healthz?verbose&exclude=bad&exclude=x&exclude=a").body())
                .isEqualTo("""
                [+]good ok
                [+]bad excluded: ok
                warn: some health checks cannot be excluded: no matches for "a","x"
                healthz check passed
                """);
    }

    @Test
    void resultsAreCountedByCheckAndPage() {
        var slis = new HealthSlis();
        var counted = new HealthPage("readyz", () -> List.of(GOOD, BAD), slis);

        counted.handle(Requests.get("/readyz"));
        counted.handle(Requests.get("/readyz?exclude=bad"));

        assertThat(slis.handle(Requests.get("/metrics/slis")).body().lines().filter(line -> !line.startsWith("#")))
                .containsExactly(
                        "kubernetes_healthcheck{name=\"bad\",type=\"readyz\"} 0",
                        "kubernetes_healthcheck{name=\"good\",type=\"readyz\"} 1",
                        "kubernetes_healthchecks_total{name=\"bad\",status=\"error\",type=\"readyz\"} 1",
                        "kubernetes_healthchecks_total{name=\"good\",status=\"success\",type=\"readyz\"} 2");

        slis.handle(Requests.of("DELETE", "/metrics/slis", ""));

        assertThat(slis.handle(Requests.get("/metrics/slis")).body()).doesNotContain("readyz");
    }
}
