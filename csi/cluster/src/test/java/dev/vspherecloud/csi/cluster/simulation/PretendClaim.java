package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.VolumeOrigin;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A claim, and what external-provisioner and external-resizer do for it.
///
/// Rule from: csi-production 6 and 9. After a temporary code, the provisioner repeats the call with the same name,
/// also if the claim was deleted meanwhile. After a final code, it forgets a deleted claim. A restart makes it
/// forget all deleted claims.
final class PretendClaim {
    private static final Set<OperationCode> SOURCE_UNUSABLE =
            Set.of(OperationCode.NOT_FOUND, OperationCode.OUT_OF_RANGE);

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private enum State {
        CREATING,
        BOUND,
        DELETING,
        DELETED,
        GIVEN_UP,
        FORGOTTEN
    }

    private final Events events;
    private final PretendCns cns;
    private final Invariants invariants;
    private final Supplier<Replica> leader;
    private final Faults faults;
    private final Safeguard disabled;
    private final String name;
    private final boolean isRecreated;
    private final Optional<PretendSource> source;
    private State state = State.CREATING;
    private boolean isBegun;
    private boolean isDeleted;
    private boolean wasRecreated;
    private String volume = "";
    private long size;
    private int round;
    private int failures;
    private int generation;

    PretendClaim(
            Events events,
            PretendCns cns,
            Invariants invariants,
            Supplier<Replica> leader,
            Faults faults,
            Safeguard disabled,
            String name,
            Optional<PretendSource> source) {
        this.source = source;
        this.events = events;
        this.cns = cns;
        this.invariants = invariants;
        this.leader = leader;
        this.faults = faults;
        this.disabled = disabled;
        this.name = name;
        this.size = 1024L * (1 + events.random().nextInt(8));
        this.isRecreated = events.chance(0.15);
        source.ifPresent(from -> size = from.size() + (events.chance(0.5) ? 0 : 1024));
    }

    String name() {
        return name;
    }

    void begin() {
        isBegun = true;
        create();
    }

    /// Returns the volume; empty while the claim has none.
    String volume() {
        return state == State.BOUND ? volume : "";
    }

    long size() {
        return size;
    }

    boolean isCreating() {
        return state == State.CREATING && isBegun;
    }

    ClaimState claimState() {
        return switch (state) {
            case CREATING -> isDeleted ? ClaimState.GONE : ClaimState.WAITING;
            case BOUND, DELETING -> ClaimState.BOUND;
            case DELETED, GIVEN_UP, FORGOTTEN -> ClaimState.GONE;
        };
    }

    void restartProvisioner() {
        if (!isBegun) {
            return;
        }
        generation++;
        if (state == State.CREATING && isDeleted) {
            state = State.FORGOTTEN;
            invariants.saw("forgotten create");
        } else if (state == State.CREATING) {
            create();
        } else if (state == State.DELETING) {
            delete();
        }
    }

    void deleteClaim() {
        isDeleted = true;
        if (state == State.BOUND) {
            deleteVolume();
        }
    }

    /// Sends a call, repeats it by the rules, and gives up on an answer that does not come.
    private void call(OperationRequest request, Consumer<OperationStep> answer) {
        int mine = generation;
        int thisRound = ++round;
        events.trace(() -> "%s asks: %s".formatted(name, request));
        Consumer<OperationStep> once = step -> {
            if (mine == generation && thisRound == round) {
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

    private void create() {
        VolumeOrigin origin = source.map(from -> from.origin(cns, size)).orElseGet(VolumeOrigin.Empty::new);
        call(new OperationRequest.Create(name, PretendCns.CLUSTER, size, Set.of(), origin), step -> {
            switch (step) {
                case OperationStep.Succeed(String id, long capacity) -> created(id, capacity);
                case OperationStep.Fail(OperationCode code, var _) -> createFailed(code);
                default -> throw new AssertionError(step);
            }
        });
    }

    private void created(String id, long capacity) {
        PretendCns.Volume made = cns.volumes().get(id);
        invariants.require(
                made != null
                        && made.name.equals(OperationName.ofVolume(name))
                        && made.clusters.contains(PretendCns.CLUSTER)
                        && capacity == size,
                () -> "%s got volume %s, which is not its own".formatted(name, id));
        if (made == null) {
            state = State.FORGOTTEN;
            return;
        }
        String contents = source.map(PretendSource::volume).orElse("");
        invariants.require(made.contents.equals(contents), () -> "%s got a copy of \"%s\", expected one of \"%s\""
                .formatted(name, made.contents, contents));
        invariants.require(
                made.capacity >= size, () -> "%s got %d MiB, expected %d".formatted(name, made.capacity, size));
        volume = id;
        failures = 0;
        if (isDeleted || (isRecreated && !wasRecreated)) {
            deleteVolume();
        } else {
            state = State.BOUND;
            made.isInUse = true;
            invariants.protect(id);
            invariants.saw("bound");
            events.in(events.seconds(10, 2_000), this::expand);
        }
    }

    private void createFailed(OperationCode code) {
        boolean isFinal = code.isFinal() || disabled == Safeguard.TEMPORARY_CODES;
        if (isFinal) {
            invariants.require(
                    cns.creating(OperationName.ofVolume(name)) == 0,
                    () -> "%s got the final code %s while a create runs".formatted(name, code));
            invariants.saw("final code");
            if (isDeleted || (source.isPresent() && SOURCE_UNUSABLE.contains(code))) {
                state = State.GIVEN_UP;
                return;
            }
        }
        int mine = generation;
        events.in(backoff(), () -> {
            if (mine == generation && state == State.CREATING) {
                create();
            }
        });
    }

    private void expand() {
        if (state != State.BOUND || events.chance(0.4)) {
            return;
        }
        long wanted = size + 1024;
        call(new OperationRequest.Expand(volume, wanted), step -> {
            if (step instanceof OperationStep.Succeed(var _, long capacity)) {
                PretendCns.Volume grown = cns.volumes().get(volume);
                invariants.require(
                        state != State.BOUND || (grown != null && grown.capacity >= wanted && capacity >= wanted),
                        () -> "%s was expanded to %d MiB, and is not".formatted(volume, wanted));
                size = wanted;
                failures = 0;
                invariants.saw("expanded");
                events.in(events.seconds(10, 2_000), this::expand);
            } else {
                events.in(backoff(), this::expandAgain);
            }
        });
    }

    private void expandAgain() {
        if (state == State.BOUND) {
            expand();
        }
    }

    private void deleteVolume() {
        state = State.DELETING;
        failures = 0;
        invariants.release(volume);
        PretendCns.Volume old = cns.volumes().get(volume);
        if (old != null) {
            old.isInUse = false;
        }
        delete();
    }

    private void delete() {
        call(new OperationRequest.Delete(volume, PretendCns.CLUSTER, DeletionCause.REQUESTED), step -> {
            if (step instanceof OperationStep.Succeed) {
                invariants.require(!cns.volumes().containsKey(volume), () -> "%s is still there".formatted(volume));
                invariants.saw("deleted");
                failures = 0;
                boolean again = !isDeleted && isRecreated && !wasRecreated;
                wasRecreated = true;
                state = again ? State.CREATING : State.DELETED;
                if (again) {
                    invariants.saw("created again");
                    create();
                }
            } else {
                int mine = generation;
                events.in(backoff(), () -> {
                    if (mine == generation && state == State.DELETING) {
                        delete();
                    }
                });
            }
        });
    }

    /// Checks the end of the run.
    ///
    /// @param reported the volumes that were reported as orphans
    void check(Set<String> reported) {
        var own = cns.volumes().values().stream()
                .filter(each ->
                        each.name.equals(OperationName.ofVolume(name)) && each.clusters.contains(PretendCns.CLUSTER))
                .toList();
        switch (state) {
            case BOUND -> {
                invariants.require(
                        own.size() == 1 && own.getFirst().id.equals(volume), () -> "%s is bound to %s, and there are %s"
                                .formatted(
                                        name,
                                        volume,
                                        own.stream().map(each -> each.id).toList()));
                invariants.require(
                        own.stream().allMatch(each -> each.capacity >= size),
                        () -> "%s is smaller than %d MiB".formatted(name, size));
            }
            // A create of a process that was stopped can make the volume again under its chosen id.
            case DELETED, GIVEN_UP ->
                invariants.require(
                        own.stream().allMatch(each -> cns.isChosen(each) && reported.contains(each.id)),
                        () -> "%s (%s) left %s"
                                .formatted(
                                        name,
                                        state,
                                        own.stream().map(each -> each.id).toList()));
            case FORGOTTEN ->
                invariants.require(
                        own.stream().allMatch(each -> reported.contains(each.id)),
                        () -> "%s was forgotten, and %s not reported"
                                .formatted(
                                        name, own.stream().map(each -> each.id).toList()));
            case DELETING ->
                invariants.require(invariants.isShared(volume), () -> "%s is still being deleted".formatted(name));
            case CREATING -> invariants.require(false, () -> "%s is still %s".formatted(name, state));
        }
    }
}
