package dev.vspherecloud.kubernetes.lease;

import static dev.vspherecloud.kubernetes.FailingRun.eachCallFailsOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.FailingRun;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Tests that the threads continue to work after an unexpected failure of each call of each port.
class ThreadFailuresTest {
    @Test
    void aFreeLeaseIsNoticedAfterAnyFailure() throws InterruptedException {
        eachCallFailsOnce(6, run -> {
            run.streams("{\"type\":\"ADDED\",\"object\":{\"spec\":{\"holderIdentity\":\"\"}}}");
            var pauses = new CopyOnWriteArrayList<Duration>();
            var over = new CountDownLatch(1);
            Sleeper pause = length -> {
                pauses.add(length);
                if (pauses.size() > 3) {
                    over.countDown();
                    new CountDownLatch(1).await();
                }
            };
            var supervisor = new Supervisor(run.time(), pause, run.counted()::add, run.log());
            try (var watch = new LeaseWatch(
                    run.server(), LeaderSettings.defaults("me"), run.failing().of(Sleeper.class, pause), supervisor)) {
                watch.await(Duration.ofSeconds(30));
                assertThat(over.await(2, TimeUnit.MINUTES)).isTrue();
            }
            run.shows("lease-watch", 5);
        });
    }

    @Test
    void aLeaderKeepsLeadershipAfterAnyFailure() throws InterruptedException {
        eachCallFailsOnce(60, run -> {
            var leases = new FakeLeases();
            var callbacks = new ArrayList<String>();
            LeaseLock whole = leases.lockSeenBy(run.time(), run.time(), new ArrayList<>());
            var lock = new LeaseLock(
                    run.failing().of(Leases.class, whole.leases()),
                    () -> run.failing().of(LeaseWaiter.class, whole.waiters().get()),
                    run.failing().of(ElectionEvents.class, whole.events()));
            var elector = new LeaderElector(
                    lock,
                    LeaderSettings.defaults("me"),
                    run.failing().of(LeaderCallbacks.class, new RecordedCallbacks(callbacks)),
                    run.failing().of(ElectionObserver.class, ElectionObserver.NONE),
                    FakeLeases.timing(run.time(), run.pause()),
                    run.supervisor());
            var held = new ArrayList<Boolean>();
            run.time().whileWaiting(() -> held.add(elector.leadership().isHeld()));

            elector.run();

            assertThat(callbacks).as(run.failed()).containsExactly("won");
            assertThat(held.subList(held.indexOf(true), held.size())).doesNotContain(false);
            assertThat(leases.current().orElseThrow().renewed())
                    .isAfter(ManualTime.START.plus(FailingRun.LENGTH).minusSeconds(10));
            run.shows(run.counted().isEmpty() ? "" : "leader-election", 0);
        });
    }

    private record RecordedCallbacks(List<String> callbacks) implements LeaderCallbacks {
        @Override
        public void onStartedLeading() {
            callbacks.add("won");
        }

        @Override
        public void onStoppedLeading(String why) {
            callbacks.add("lost: " + why);
        }

        @Override
        public void onNewLeader(String holder) {
            callbacks.add("follows " + holder);
        }
    }
}
