package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.ClaimState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// One run: a few claims live and die for two hours while everything fails, then two days pass without faults.
final class SimulatedRun {
    private static final Duration FAULTY = Duration.ofHours(2);

    /// A create that waits for a lost one continues after a day. What it made is swept a day later, and the record of
    /// that delete with one of the next sweeps.
    private static final Duration END = Duration.ofHours(54);

    private final long seed;
    private final Events events;
    private final Faults faults;
    private final Invariants invariants;
    private final PretendApi api;
    private final PretendCns cns;
    private final Safeguard disabled;
    private final List<PretendClaim> claims = new ArrayList<>();
    private final SimulatedSweeper sweeper = new SimulatedSweeper(this::claim);
    private final List<PretendSnapshot> snapshots = new ArrayList<>();
    private final List<Replica> all = new ArrayList<>();
    private Replica active;
    private int processes;

    private SimulatedRun(long seed, Safeguard disabled, boolean traces) {
        this.seed = seed;
        this.disabled = disabled;
        this.events = new Events(seed, traces);
        this.faults = new Faults(events, 0.3 + 2 * events.random().nextDouble());
        this.invariants = new Invariants(events);
        this.cns = new PretendCns(events, invariants, faults);
        this.api = new PretendApi(events, faults, invariants, disabled);
        this.active = process();
    }

    /// Runs on a virtual thread, because the handover to the threads of the processes is cheap there.
    static Verdict of(long seed, Safeguard disabled, boolean traces) {
        var run = new FutureTask<>(() -> new SimulatedRun(seed, disabled, traces).run());
        Thread.ofVirtual().start(run);
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new AssertionError("seed " + seed, e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Returns how far the clock of a host may be from the right time.
    private Duration correction() {
        int half = (int) CallTimes.CLOCK_DIFFERENCE.toMillis() / 2;
        return events.millis(-half, half);
    }

    private Replica process() {
        var process = new Replica(
                "p" + ++processes, events, cns, invariants, api.store(), disabled, faults, this::beforeSend);
        process.correctClock(correction());
        all.add(process);
        return process;
    }

    private ClaimState claim(String name) {
        return claims.stream()
                .filter(claim -> claim.name().equals(name))
                .findFirst()
                .map(PretendClaim::claimState)
                .orElse(ClaimState.UNKNOWN);
    }

    private Verdict run() {
        int count = 1 + events.random().nextInt(4);
        for (int i = 1; i <= count; i++) {
            PretendClaim claim = claim("pvc-0000000%d-0000-4000-8000-000000000000".formatted(i), Optional.empty());
            if (events.chance(0.5)) {
                events.in(events.seconds(60, 6_000), () -> copy(claim));
            }
            if (events.chance(0.3)) {
                cns.addForeign(claim.name(), 1024L * (1 + events.random().nextInt(8)));
            }
            events.in(events.seconds(0, 1_800), claim::begin);
            if (events.chance(0.5)) {
                events.in(events.seconds(1, 10_000), claim::deleteClaim);
            }
        }
        disturb(events.random().nextInt(8), this::crash);
        disturb(events.random().nextInt(3), this::stop);
        disturb(events.random().nextInt(3), this::handOver);
        disturb(events.random().nextInt(3), cns::restart);
        disturb(events.random().nextInt(3), () -> active.correctClock(correction()));
        disturb(events.random().nextInt(2), () -> List.copyOf(claims).forEach(PretendClaim::restartProvisioner));
        forget();
        sweep();
        events.in(FAULTY, faults::end);
        events.runUntil(Events.BEGIN.plus(END));
        all.forEach(Replica::end);
        claims.forEach(claim -> claim.check(sweeper.reported()));
        cns.checkForeign();
        checkSnapshots();
        if (sweeper.reported().isEmpty()) {
            invariants.require(api.objects().isEmpty(), () -> "records are left: %s"
                    .formatted(api.objects().keySet()));
        }
        int bound = (int) claims.stream()
                .filter(claim -> claim.claimState() == ClaimState.BOUND)
                .count();
        return new Verdict(seed, invariants.wrong(), invariants.seen(), bound, events.lines());
    }

    private PretendClaim claim(String name, Optional<PretendSource> source) {
        var claim = new PretendClaim(events, cns, invariants, () -> active, faults, disabled, name, source);
        claims.add(claim);
        return claim;
    }

    /// Takes a snapshot of a claim and restores it, or clones the claim.
    private void copy(PretendClaim claim) {
        String volume = claim.volume();
        if (volume.isEmpty()) {
            return;
        }
        String name = claim.name().replaceFirst("pvc-0", "pvc-1");
        if (events.chance(0.5)) {
            begin(claim(name, Optional.of(new PretendSource(volume, "", claim.size()))));
            return;
        }
        var snapshot =
                new PretendSnapshot(events, cns, invariants, () -> active, faults, "snapshot-" + claim.name(), volume);
        snapshots.add(snapshot);
        snapshot.create(source -> {
            PretendClaim restored = claim(name, Optional.of(source));
            begin(restored);
            deleteLater(snapshot, restored);
        });
    }

    private void begin(PretendClaim copy) {
        copy.begin();
        if (events.chance(0.3)) {
            events.in(events.seconds(1, 600), copy::deleteClaim);
        }
    }

    private void deleteLater(PretendSnapshot snapshot, PretendClaim restored) {
        events.in(events.seconds(10, 2_000), () -> {
            if (restored.isCreating()) {
                deleteLater(snapshot, restored);
            } else {
                snapshot.delete();
            }
        });
    }

    /// Checks that no snapshot is left, because none has an owner here.
    private void checkSnapshots() {
        snapshots.forEach(PretendSnapshot::check);
        cns.volumes()
                .values()
                .forEach(volume -> invariants.require(
                        volume.snapshots.isEmpty(), () -> "%s has %s left".formatted(volume.id, volume.snapshots)));
    }

    private void disturb(int times, Runnable what) {
        for (int i = 0; i < times; i++) {
            events.in(events.seconds(1, (int) FAULTY.toSeconds()), what);
        }
    }

    /// In some runs, CNS forgets volumes. These runs draw that from a source of their own, so that the others are what
    /// they were before there was this fault.
    private void forget() {
        if (seed % 4 == 1) {
            var random = new Random(seed);
            for (int i = random.nextInt(4); i > 0; i--) {
                events.in(Duration.ofSeconds(random.nextLong(1, FAULTY.toSeconds())), () -> cns.forget(random));
            }
            synchronise();
        }
    }

    /// Registers the forgotten volumes of bound claims again, as the synchronisation does.
    private void synchronise() {
        events.in(Duration.ofMinutes(30), () -> {
            cns.forgotten().forEach(active::register);
            synchronise();
        });
    }

    /// The leader is killed. After some seconds, the other replica leads, or the same one after a restart.
    private void crash() {
        active.kill();
        replace();
    }

    /// The leader stops, loses its Lease, and goes on later, although another one leads.
    private void stop() {
        Replica old = active;
        Instant until = events.now().plus(events.seconds(5, 900));
        old.stopUntil(until);
        replace();
        events.at(until.plusSeconds(2), old::kill);
    }

    /// Another replica leads at once, with its own provisioner. The old one still works on its calls for a while.
    ///
    /// Rule from: csi-production 3.
    private void handOver() {
        events.trace(() -> "another replica leads");
        Replica old = active;
        active = process();
        claims.forEach(PretendClaim::restartProvisioner);
        events.in(events.seconds(1, 60), old::kill);
    }

    /// The worst moments: the leader stops, dies or is replaced between its decision to send and the call.
    private void beforeSend() {
        if (faults.happens(0.02)) {
            stop();
        } else if (faults.happens(0.02)) {
            crash();
        } else if (faults.happens(0.02)) {
            handOver();
        }
    }

    private void replace() {
        Replica old = active;
        events.in(events.seconds(1, 30), () -> {
            if (active == old) {
                active = process();
            }
        });
    }

    private void sweep() {
        sweeper.sweep(active);
        events.in(faults.isOver() ? Duration.ofMinutes(30) : Duration.ofMinutes(5), this::sweep);
    }
}
