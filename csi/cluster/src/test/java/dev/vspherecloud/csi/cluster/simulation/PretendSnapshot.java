package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A VolumeSnapshot, and what external-snapshotter does for it: it repeats each call until the answer is final. A
/// snapshot stays until the claim that copies it has its volume.
final class PretendSnapshot {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private enum State {
        CREATING,
        READY,
        DELETING,
        DELETED,
        GIVEN_UP
    }

    private final Events events;
    private final PretendCns cns;
    private final Invariants invariants;
    private final Supplier<Replica> leader;
    private final Faults faults;
    private final String name;
    private final String volume;
    private State state = State.CREATING;
    private String id = "";
    private int round;
    private int failures;

    PretendSnapshot(
            Events events,
            PretendCns cns,
            Invariants invariants,
            Supplier<Replica> leader,
            Faults faults,
            String name,
            String volume) {
        this.events = events;
        this.cns = cns;
        this.invariants = invariants;
        this.leader = leader;
        this.faults = faults;
        this.name = name;
        this.volume = volume;
    }

    /// Creates the snapshot.
    ///
    /// @param ready gets its id and the size of its volume
    void create(Consumer<PretendSource> ready) {
        call(new OperationRequest.CreateSnapshot(name, volume, PretendSource.QUOTA, false), step -> {
            switch (step) {
                case OperationStep.Succeed(String made, long size) -> ready(made, size, ready);
                case OperationStep.Fail(OperationCode code, var _) -> {
                    if (code == OperationCode.NOT_FOUND) {
                        state = State.GIVEN_UP;
                    } else {
                        events.in(backoff(), () -> create(ready));
                    }
                }
                default -> throw new AssertionError(step);
            }
        });
    }

    private void ready(String made, long size, Consumer<PretendSource> ready) {
        invariants.require(
                cns.volumes().containsKey(volume)
                        && cns.volumes().get(volume).snapshots.stream()
                                .anyMatch(each -> each.id().equals(made)
                                        && each.description().equals(OperationName.snapshotDescription(name, volume))),
                () -> "%s got snapshot %s, which is not its own".formatted(name, made));
        id = made;
        state = State.READY;
        invariants.protect(made);
        invariants.saw("snapshot");
        ready.accept(new PretendSource(volume, made, size));
    }

    void delete() {
        if (state == State.READY) {
            state = State.DELETING;
            invariants.release(id);
        }
        call(new OperationRequest.DeleteSnapshot(volume, id, false, DeletionCause.REQUESTED), step -> {
            if (step instanceof OperationStep.Succeed) {
                state = State.DELETED;
                invariants.require(!isThere(), () -> "snapshot %s is still there".formatted(id));
                invariants.saw("snapshot deleted");
            } else {
                events.in(backoff(), this::delete);
            }
        });
    }

    private boolean isThere() {
        return cns.volumes().containsKey(volume)
                && cns.volumes().get(volume).snapshots.stream()
                        .anyMatch(each -> each.id().equals(id));
    }

    private void call(OperationRequest request, Consumer<OperationStep> answer) {
        int thisRound = ++round;
        events.trace(() -> "%s asks: %s".formatted(name, request));
        Consumer<OperationStep> once = step -> {
            if (thisRound == round) {
                round++;
                boolean isLost = faults.happens(0.03);
                answer.accept(isLost ? new OperationStep.Fail(OperationCode.UNAVAILABLE, "lost") : step);
            }
        };
        events.in(
                TIMEOUT.plusSeconds(5),
                () -> once.accept(new OperationStep.Fail(OperationCode.DEADLINE_EXCEEDED, "no answer")));
        leader.get().call(request, TIMEOUT, once);
    }

    private Duration backoff() {
        failures = Math.min(failures + 1, 9);
        return Duration.ofMillis((500L << failures) + events.random().nextInt(500));
    }

    void check() {
        invariants.require(
                state == State.DELETED || state == State.GIVEN_UP, () -> "%s is still %s".formatted(name, state));
    }
}
