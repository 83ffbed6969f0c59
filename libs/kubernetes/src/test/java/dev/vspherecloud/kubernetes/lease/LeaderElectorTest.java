package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderElectorTest {
    private final FakeLeases leases = new FakeLeases();
    private final List<String> callbacks = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();

    @AfterEach
    void clearInterrupt() {
        boolean _ = Thread.interrupted();
    }

    @Test
    void leadsUntilItIsInterruptedAndThenCallsNoCallback() {
        var time = new ManualTime(Duration.ofMinutes(5));

        elector(time, () -> {}).run();

        assertThat(callbacks).containsExactly("won");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(leases.current()).hasValueSatisfying(record -> {
            assertThat(record.holder()).isEqualTo("me");
            assertThat(record.renewed()).isAfter(ManualTime.START.plusSeconds(290));
            assertThat(record.transitions()).isZero();
        });
    }

    /// Differs from client-go, where the leader has lost after ten seconds.
    @Test
    void withoutTheServerLeadershipIsNotHeldUntilTheLeaseIsRenewed() {
        var held = new TreeMap<Long, Boolean>();
        LeaderElector elector = awayFromSecond20To80(held, () -> {});

        elector.run();

        assertThat(callbacks).containsExactly("won", "regained");
        assertThat(held.headMap(29L).values()).containsOnly(true);
        assertThat(held.subMap(31L, 78L).values()).containsOnly(false);
        assertThat(held.tailMap(90L).values()).containsOnly(true);
        assertThat(counted)
                .containsSubsequence(
                        "cloud-controller-manager true",
                        "cloud-controller-manager false",
                        "cloud-controller-manager true");
    }

    @Test
    void losesIfAnotherTookTheLeaseWhileTheServerWasAway() {
        LeaderElector elector = awayFromSecond20To80(new TreeMap<>(), () -> leases.put(lease("other")));

        elector.run();

        assertThat(callbacks).containsExactly("won", "lost: other holds it now");
    }

    private LeaderElector awayFromSecond20To80(Map<Long, Boolean> held, Runnable meanwhile) {
        var time = new ManualTime(Duration.ofSeconds(100));
        var elector = new AtomicReference<LeaderElector>();
        elector.set(elector(time, () -> {}, length -> {
            time.sleep(length);
            long second = time.now().toSeconds();
            leases.setUnreachable(second >= 20 && second < 80);
            if (second >= 20 && second < 80) {
                meanwhile.run();
            }
            held.put(second, elector.get().leadership().isHeld());
        }));
        return elector.get();
    }

    @Test
    void losesAtOnceIfAnotherTookTheLease() {
        var time = ManualTime.endless();

        elector(time, () -> leases.put(lease("other"))).run();

        assertThat(callbacks).containsExactly("won", "lost: other holds it now");
        assertThat(time.now()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aSuspendedMachineHasLostEvenIfTheLeaseIsUnchanged() {
        var time = ManualTime.endless();
        LeaderElector elector = elector(time, () -> time.setWallClockAhead(Duration.ofHours(1)));

        elector.run();

        assertThat(callbacks)
                .containsExactly(
                        "won",
                        "lost: by the wall clock it was renewed 3602 s ago, by the monotonic one 2 s ago:"
                                + " this machine was suspended, or its clock was set");
        assertThat(elector.leadership().isHeld()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackChangesNothing() {
        var time = new ManualTime(Duration.ofMinutes(1));

        elector(time, () -> time.setWallClockAhead(Duration.ofHours(-1))).run();

        assertThat(callbacks).containsExactly("won");
    }

    @Test
    void aLeaseThatWasFreeMeanwhileIsLost() {
        var time = ManualTime.endless();
        LeaseRecord free = new LeaseRecord("", Duration.ofSeconds(1), ManualTime.START, ManualTime.START, 8);

        elector(time, () -> leases.put(free)).run();

        assertThat(callbacks).containsExactly("won", "lost: another process held it in the meantime");
    }

    @Test
    void aDeletedLeaseIsCreatedAgain() {
        leases.put(new LeaseRecord("", Duration.ofSeconds(1), ManualTime.START, ManualTime.START, 7));
        var time = new ManualTime(Duration.ofSeconds(30));

        elector(time, leases::remove).run();

        assertThat(callbacks).containsExactly("won");
    }

    @Test
    void leadershipIsHeldFromTheAcquisitionToTheLoss() {
        var time = ManualTime.endless();
        var held = new ArrayList<Boolean>();
        var elector = new AtomicReference<LeaderElector>();
        elector.set(elector(time, () -> {
            held.add(elector.get().leadership().isHeld());
            held.add(elector.get().leadership().isConfirmed());
            leases.put(lease("other"));
        }));
        held.add(elector.get().leadership().isHeld());

        elector.get().run();

        held.add(elector.get().leadership().isHeld());
        assertThat(held).containsExactly(false, true, true, false);
    }

    @Test
    void anInterruptedLeaderDoesNotHoldLeadership() {
        LeaderElector elector = elector(new ManualTime(Duration.ofSeconds(5)), () -> {});

        elector.run();

        assertThat(callbacks).containsExactly("won");
        assertThat(elector.leadership().isHeld()).isFalse();
    }

    @Test
    void followsUntilTheLeaseExpires() {
        leases.put(lease("other"));
        var time = new ManualTime(Duration.ofSeconds(25));

        elector(time, () -> {}).run();

        assertThat(callbacks).containsExactly("follows other", "won");
    }

    @Test
    void attemptsAgainAsSoonAsTheLeaseExpires() {
        leases.put(lease("other"));
        var time = new ManualTime(Duration.ofMillis(15_300));

        elector(time, () -> {}).run();

        assertThat(callbacks).containsExactly("follows other", "won");
    }

    @Test
    void survivesAServerThatIsAwayForLessThanTheDeadline() {
        var time = new ManualTime(Duration.ofSeconds(60));
        LeaderElector elector = elector(time, () -> {}, length -> {
            time.sleep(length);
            leases.setUnreachable(time.now().toSeconds() >= 20 && time.now().toSeconds() < 26);
        });

        elector.run();

        assertThat(callbacks).containsExactly("won");
    }

    @Test
    void releasesTheLeaseAfterTheRun() {
        LeaderElector elector = elector(new ManualTime(Duration.ofSeconds(5)), () -> {});
        elector.run();
        boolean _ = Thread.interrupted();

        elector.release(Duration.ofSeconds(2));

        assertThat(leases.current())
                .hasValueSatisfying(record -> assertThat(record.isFree()).isTrue());
        assertThat(events).containsExactly("became leader", "stopped leading");
    }

    @Test
    void aLeaderThatLostTheLeasePostsNoFurtherEvent() {
        var time = ManualTime.endless();
        LeaderElector elector = elector(time, () -> leases.put(lease("other")));

        elector.run();
        elector.release(Duration.ofSeconds(2));

        assertThat(events).containsExactly("became leader");
    }

    @Test
    void theObserverIsNotifiedOfLeadership() {
        elector(ManualTime.endless(), () -> leases.put(lease("other"))).run();

        assertThat(counted)
                .containsExactly(
                        "cloud-controller-manager false",
                        "cloud-controller-manager true",
                        "cloud-controller-manager slow",
                        "cloud-controller-manager false");
    }

    @Test
    void aLeaderThatDoesNotNoticeItsExpiredLeaseIsUnhealthy() {
        var time = ManualTime.endless();
        var unhealthy = new ArrayList<Boolean>();
        var elector = new AtomicReference<LeaderElector>();
        elector.set(elector(time, () -> {
            for (int seconds : new int[] {0, 35, 1}) {
                time.pass(Duration.ofSeconds(seconds));
                unhealthy.add(
                        elector.get().expiredLeaseReason(Duration.ofSeconds(20)).isPresent());
            }
        }));
        assertThat(elector.get().expiredLeaseReason(Duration.ofSeconds(20))).isEmpty();

        elector.get().run();

        assertThat(unhealthy).containsExactly(false, false, true);
    }

    @Test
    void settingsThatAllowTwoLeadersAreRefused() {
        assertThatThrownBy(() -> new LeaderSettings(
                        "tests",
                        "kube-system",
                        "x",
                        "me",
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2)))
                .hasMessageContaining("must be longer than the renew deadline");
        assertThatThrownBy(() -> new LeaderSettings(
                        "tests",
                        "kube-system",
                        "x",
                        "me",
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2)))
                .hasMessageContaining("times the retry period");
    }

    private LeaderElector elector(ManualTime time, Runnable onStarted) {
        return elector(time, onStarted, time);
    }

    private LeaderElector elector(ManualTime time, Runnable onStarted, Sleeper pause) {
        return new LeaderElector(
                leases.lockSeenBy(time, pause, events),
                LeaderSettings.defaults("me"),
                new Recorder(onStarted),
                new Counted(),
                FakeLeases.timing(time, pause));
    }

    private static LeaseRecord lease(String holder) {
        return new LeaseRecord(holder, Duration.ofSeconds(15), ManualTime.START, ManualTime.START, 7);
    }

    private final class Counted implements ElectionObserver {
        @Override
        public void onLeadershipChanged(String lease, boolean leads) {
            counted.add(lease + " " + leads);
        }

        @Override
        public void onSlowPath(String lease) {
            counted.add(lease + " slow");
        }
    }

    private final class Recorder implements LeaderCallbacks {
        private final Runnable onStarted;

        Recorder(Runnable onStarted) {
            this.onStarted = onStarted;
        }

        @Override
        public void onStartedLeading() {
            callbacks.add("won");
            onStarted.run();
        }

        @Override
        public void onRenewed() {
            callbacks.add("regained");
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
