package dev.vspherecloud.csi.cluster.model;

import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.OperationLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One run: a few claims live and die for two hours while everything fails, then two days pass without faults.
final class ModelRun {
    private static final Duration FAULTY = Duration.ofHours(2);
    private static final Duration END = Duration.ofHours(50);

    private final long seed;
    private final Events events;
    private final Faults faults;
    private final Invariants invariants;
    private final PretendApi api;
    private final PretendCns cns;
    private final Safeguard disabled;
    private final List<PretendClaim> claims = new ArrayList<>();
    private final ModelSweeper sweeper = new ModelSweeper(this::claim);
    private Replica active;
    private int processes;

    private ModelRun(long seed, Safeguard disabled, boolean traces) {
        this.seed = seed;
        this.disabled = disabled;
        this.events = new Events(seed, traces);
        this.faults = new Faults(events, 0.3 + 2 * events.random().nextDouble());
        this.invariants = new Invariants(events);
        this.cns = new PretendCns(events, invariants, faults);
        this.api = new PretendApi(events, faults, invariants, disabled);
        this.active = process();
    }

    static Verdict of(long seed, Safeguard disabled, boolean traces) {
        return new ModelRun(seed, disabled, traces).run();
    }

    private Replica process() {
        return new Replica(
                "p" + ++processes,
                events,
                cns,
                invariants,
                api.store(),
                OperationLimits.standard(),
                disabled,
                this::beforeSend);
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
            var claim = new PretendClaim(events, cns, invariants, () -> active, faults, disabled, "pvc-" + i);
            claims.add(claim);
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
        disturb(events.random().nextInt(3), cns::restart);
        disturb(events.random().nextInt(2), () -> claims.forEach(PretendClaim::restartProvisioner));
        sweep();
        events.in(FAULTY, faults::end);
        events.runUntil(Events.BEGIN.plus(END));
        claims.forEach(claim -> claim.check(sweeper.reported()));
        cns.checkForeign();
        if (sweeper.reported().isEmpty()) {
            invariants.require(api.objects().isEmpty(), () -> "records are left: %s"
                    .formatted(api.objects().keySet()));
        }
        int bound = (int) claims.stream()
                .filter(claim -> claim.claimState() == ClaimState.BOUND)
                .count();
        return new Verdict(seed, invariants.wrong(), invariants.seen(), bound, events.lines());
    }

    private void disturb(int times, Runnable what) {
        for (int i = 0; i < times; i++) {
            events.in(events.seconds(1, (int) FAULTY.toSeconds()), what);
        }
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

    /// The worst moments: the leader stops or dies between its decision to send and the call.
    private void beforeSend() {
        if (faults.happens(0.02)) {
            stop();
        } else if (faults.happens(0.02)) {
            crash();
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
