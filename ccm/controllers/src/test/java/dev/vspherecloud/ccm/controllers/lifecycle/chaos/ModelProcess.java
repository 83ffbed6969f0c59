package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A process of the provider: its clocks, its pauses, its calls to the API server, and its leader election.
///
/// The process may be paused (both clocks go on), its machine may be suspended (the monotonic clock stands still),
/// and its wall clock may jump. It gets no signal of any of these. The [LeaderTerm] holds all its state as a
/// leader; the next process starts without it.
final class ModelProcess {
    /// Ends the process in the middle of a call. The controller must not catch it.
    private static final class Ended extends Error {
        private static final long serialVersionUID = 1;
    }

    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private final World world;
    private final VirtualTime time;
    private final String name;

    private boolean alive = true;
    private boolean cutOff;
    private long pausedUntil;
    private boolean isSuspended;
    private long watchStalledUntil;
    private long suspendedNanos;
    private Duration wallSkew = Duration.ZERO;
    private Optional<Runnable> nextPause = Optional.empty();
    private boolean isElecting;

    private Optional<LeaderTerm> leaderTerm = Optional.empty();
    private long renewed;
    private Instant renewedByWall = Instant.EPOCH;
    private LeaderLease observed = LeaderLease.FREE;
    private long observedSince;

    ModelProcess(World world, String name) {
        this.world = world;
        this.time = world.time;
        this.name = name;
    }

    void start() {
        observedSince = nanoTime();
        later(world.seededRandom.millis(0, 1000), this::elect);
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return alive;
    }

    boolean leads() {
        return leaderTerm.isPresent();
    }

    void reload() {
        later(world.seededRandom.millis(10, 1000), () -> leaderTerm.ifPresent(LeaderTerm::reload));
    }

    /// Returns the Nodes whose VMs it does not see as a leader.
    Set<String> missing() {
        return leaderTerm.map(LeaderTerm::missing).orElse(Set.of());
    }

    // Clocks

    long nanoTime() {
        return time.nanos() - suspendedNanos;
    }

    Instant wall() {
        return time.instant().plus(wallSkew);
    }

    // Faults

    void jump(Duration by) {
        wallSkew = wallSkew.plus(by);
    }

    /// @param suspended true if its monotonic clock stands still during the pause
    void pause(Duration length, boolean suspended) {
        if (!isPaused()) {
            pausedUntil = time.nanos() + length.toNanos();
            isSuspended = suspended;
            suspendedNanos += suspended ? length.toNanos() : 0;
        }
    }

    /// Pauses the process as soon as the controller receives the next response of the API server.
    ///
    /// @param then what happens in the model one second later, while the process is paused
    void pauseInNextCall(Duration length, boolean suspended, Runnable then) {
        nextPause = Optional.of(() -> {
            pause(length, suspended);
            time.after(Duration.ofSeconds(1), then);
        });
    }

    /// Delays the next response of the API server to the controller. The process goes on.
    ///
    /// @param meanwhile what happens in the model during the delay
    void delayNextCall(Duration length, Runnable meanwhile) {
        nextPause = Optional.of(() -> {
            nextPause = Optional.empty();
            meanwhile.run();
            time.pass(length);
        });
    }

    boolean isPaused() {
        return time.nanos() < pausedUntil;
    }

    /// Delivers nothing on the watch of Nodes for this time.
    void stallWatch(Duration length) {
        watchStalledUntil = time.nanos() + length.toNanos();
    }

    boolean isWatchStalled() {
        return isPaused() || cutOff || time.nanos() < watchStalledUntil || !world.cluster.isUp();
    }

    /// Cuts off only this process from the API server.
    void cutOff(boolean isSo) {
        cutOff = isSo;
    }

    void recover() {
        cutOff = false;
        watchStalledUntil = 0;
        nextPause = Optional.empty();
        if (isPaused()) {
            suspendedNanos -= isSuspended ? pausedUntil - time.nanos() : 0;
            pausedUntil = time.nanos();
        }
    }

    /// @param release true if it releases the Lease, as on SIGTERM
    void end(boolean release) {
        if (release && world.cluster.isUp() && world.cluster.lease().holder().equals(name)) {
            world.cluster.write(world.cluster.lease().renewedBy(""));
        }
        alive = false;
        leaderTerm.ifPresent(LeaderTerm::end);
    }

    // Calls

    /// Does this after the delay, or after the end of a pause.
    void later(Duration delay, Runnable what) {
        time.after(delay, () -> whenAwake(what));
    }

    private void whenAwake(Runnable what) {
        if (!alive) {
            return;
        }
        if (isPaused()) {
            // Its threads wake up in any order.
            time.at(pausedUntil + world.seededRandom.millis(0, 1000).toNanos(), () -> whenAwake(what));
            return;
        }
        try {
            what.run();
        } catch (Ended _) {
            // By then another process leads.
        }
    }

    /// Waits while virtual time goes on.
    void block(Duration length) {
        time.pass(length);
        if (!isElecting) {
            nextPause.ifPresent(Runnable::run);
            nextPause = Optional.empty();
        }
        while (isPaused() && !time.hasEnded()) {
            time.pass(time.since(pausedUntil).negated());
        }
        if (!alive || time.hasEnded()) {
            throw new Ended();
        }
    }

    /// Sends one request to the API server. The result is empty if the request had no effect, or if its effect is
    /// unknown.
    ///
    /// A request that was sent arrives, whatever happens to its sender; no program can prevent this. Therefore all
    /// pauses are before the request is sent or after it arrived.
    <T> Optional<T> call(Supplier<T> effect) {
        time.pass(world.seededRandom.millis(1, 40));
        int percent = world.seededRandom.below(100);
        boolean isShaky = world.cluster.manner() == ModelCluster.Manner.SHAKY;
        if (world.cluster.manner() == ModelCluster.Manner.REFUSING) {
            return Optional.empty();
        }
        if (cutOff || !world.cluster.isUp() || (isShaky && percent < 25)) {
            block(DEADLINE);
            return Optional.empty();
        }
        T answer = effect.get();
        block(world.seededRandom.millis(1, 40));
        if (isShaky && percent >= 75) {
            block(DEADLINE);
            return Optional.empty();
        }
        return Optional.of(answer);
    }

    /// Sends a write that may arrive late. By then the process may have reached its deadline, or another one may
    /// lead.
    <T> Optional<T> send(Supplier<T> effect) {
        if (!world.writesLinger || cutOff || !world.cluster.isUp() || world.seededRandom.chance(50)) {
            return call(effect);
        }
        time.after(world.seededRandom.seconds(5, 60), () -> {
            if (world.cluster.isUp()) {
                T late = effect.get();
                world.trace.say("what %s sent arrives late: %s", name, late);
            }
        });
        block(DEADLINE);
        return Optional.empty();
    }

    // Leader election

    boolean isHeld() {
        return leads()
                && nanoTime() - renewed < RENEW_DEADLINE.toNanos()
                && wall().isBefore(renewedByWall.plus(RENEW_DEADLINE));
    }

    private void elect() {
        isElecting = true;
        if (leads()) {
            renew();
        } else {
            apply();
        }
        isElecting = false;
        if (alive) {
            later(RETRY, this::elect);
        }
    }

    private void renew() {
        long begun = nanoTime();
        Instant begunByWall = wall();
        Optional<Boolean> kept = call(() -> take(world.cluster.lease().holder().equals(name)));
        if (kept.orElse(false)) {
            renewed = begun;
            renewedByWall = begunByWall;
        } else if (kept.isPresent() || !isHeld()) {
            world.restart(this, false);
        }
    }

    private void apply() {
        Optional<LeaderLease> seen = call(world.cluster::lease);
        if (seen.isEmpty()) {
            return;
        }
        LeaderLease lease = seen.get();
        if (lease.renewals() != observed.renewals()) {
            observed = lease;
            observedSince = nanoTime();
        }
        boolean isFree = lease.holder().isEmpty() || nanoTime() - observedSince > LEASE.toNanos();
        long begun = nanoTime();
        Instant begunByWall = wall();
        if (isFree
                && call(() -> take(world.cluster.lease().renewals() == lease.renewals()))
                        .orElse(false)) {
            renewed = begun;
            renewedByWall = begunByWall;
            world.trace.say("%s leads", name);
            leaderTerm = Optional.of(new LeaderTerm(this, world));
            leaderTerm.get().begin();
        }
    }

    private boolean take(boolean mayTake) {
        if (mayTake) {
            world.cluster.write(world.cluster.lease().renewedBy(name));
        }
        return mayTake;
    }

    @Override
    public String toString() {
        return name;
    }
}
