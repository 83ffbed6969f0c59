package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the watch with pauses that never end, so only the script before the first pause runs.
class LeaseWatchTest {
    private static final Duration VERY_LONG = Duration.ofHours(1);
    private static final String HELD = "{\"spec\":{\"holderIdentity\":\"other\",\"leaseDurationSeconds\":15}}";
    private static final String RELEASED = "{\"spec\":{\"holderIdentity\":\"\",\"leaseDurationSeconds\":1}}";
    private static final String WITHOUT_HOLDER = "{\"spec\":{\"leaseDurationSeconds\":1}}";

    private final ScriptedApi api = new ScriptedApi();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {RELEASED, WITHOUT_HOLDER})
    void aWaitEndsWhenTheLeaderReleasesTheLease(String free) throws InterruptedException {
        api.streams(event("ADDED", HELD), event("MODIFIED", HELD), event("MODIFIED", free));

        try (LeaseWatch watch = watch()) {
            watch.await(VERY_LONG);
        }

        assertThat(api.callLines())
                .containsExactly("GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases?watch=true"
                        + "&fieldSelector=metadata.name%3Dcloud-controller-manager&timeoutSeconds=300");
    }

    @Test
    void aWaitEndsWhenTheLeaseIsDeleted() throws InterruptedException {
        api.streams(event("ADDED", HELD), event("DELETED", HELD));

        try (LeaseWatch watch = watch()) {
            watch.await(VERY_LONG);
        }
    }

    @Test
    void aRenewalDoesNotEndTheWait() throws InterruptedException {
        api.streams(event("ADDED", HELD), event("MODIFIED", HELD));

        try (LeaseWatch watch = watch()) {
            watch.await(Duration.ofMillis(50));
            await().until(() -> !pauses.isEmpty());
            Stopwatch stopwatch = Stopwatch.start();
            watch.await(Duration.ofMillis(50));

            stopwatch.requireAtLeast(Duration.ofMillis(50));
        }
    }

    @Test
    void aBrokenWatchRestartsAfterTwoSecondsAndAForbiddenOneAfterFiveMinutes() throws InterruptedException {
        assertThat(pauseAfter(Kind.UNREACHABLE)).isEqualTo(Duration.ofSeconds(2));
        assertThat(pauseAfter(Kind.FORBIDDEN)).isEqualTo(Duration.ofMinutes(5));
    }

    private Duration pauseAfter(Kind refusal) throws InterruptedException {
        pauses.clear();
        api.refusesStream(refusal);
        try (LeaseWatch watch = watch()) {
            watch.await(Duration.ofMillis(1));
            await().until(() -> !pauses.isEmpty());
        }
        return pauses.getFirst();
    }

    private LeaseWatch watch() {
        Sleeper pause = length -> {
            pauses.add(length);
            new CountDownLatch(1).await();
        };
        return new LeaseWatch(
                api.server(ManualTime.endless()),
                LeaderSettings.defaults("me"),
                pause,
                Supervisor.system(SupervisorObserver.NONE));
    }

    private static String event(String type, String object) {
        return "{\"type\":\"%s\",\"object\":%s}".formatted(type, object);
    }
}
