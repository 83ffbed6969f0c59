package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.SnapshotCreateResult;
import dev.vspherecloud.csi.operations.VolumeCreateResult;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExecutor;
import dev.vspherecloud.csi.operations.VolumeExpandResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A process of the driver, with the real executor. It may crash, or stop for a while and go on although another one
/// leads.
final class Replica {
    private static final Duration BUDGET = Duration.ofSeconds(10);

    /// How late a call may arrive, in milliseconds: the time in which its process waits for it, and more.
    private static final int LATEST = (int) CallTimes.LONGEST_CALL
            .plus(CallTimes.LATEST_ARRIVAL)
            .minusSeconds(1)
            .toMillis();

    /// Few, so that calls wait for one another.
    private static final int MAX_TASKS = 2;

    final Events events;
    final PretendCns cns;
    final Invariants invariants;
    final KubeOperationRecords records;
    final Safeguard disabled;
    private final Faults faults;
    private final String name;
    private final Runnable beforeSend;
    private final VolumeExecutor<String> executor;
    private final List<SimulatedThread> threads = new ArrayList<>();
    private boolean isDead;
    private Instant stoppedUntil = Instant.MIN;
    private Duration correction = Duration.ZERO;
    private int calls;

    Replica(
            String name,
            Events events,
            PretendCns cns,
            Invariants invariants,
            KubeOperationRecords records,
            Safeguard disabled,
            Faults faults,
            Runnable beforeSend) {
        this.faults = faults;
        this.beforeSend = beforeSend;
        this.name = name;
        this.events = events;
        this.cns = cns;
        this.invariants = invariants;
        this.records = records;
        this.disabled = disabled;
        this.executor = new VolumeExecutor<>(
                new SimulatedVolumes(this),
                new SimulatedRecords(this),
                new SimulatedGate(this),
                new SimulatedDisks(this),
                new SimulatedClock(this),
                limits(disabled),
                "",
                () -> name + "-" + ++calls,
                MAX_TASKS);
    }

    private static OperationLimits limits(Safeguard disabled) {
        OperationLimits standard = OperationLimits.standard();
        return disabled == Safeguard.INTENT_PATIENCE
                ? new OperationLimits(
                        Duration.ZERO,
                        standard.vanishedPatience(),
                        standard.sendWindow(),
                        standard.attemptLifetime(),
                        standard.maxAbandoned(),
                        standard.poll())
                : standard;
    }

    void kill() {
        events.trace(() -> "%s is killed".formatted(name));
        isDead = true;
    }

    /// Kills the process, and ends its threads.
    void end() {
        isDead = true;
        threads.forEach(SimulatedThread::end);
    }

    void stopUntil(Instant time) {
        events.trace(() -> "%s stops until %s".formatted(name, Duration.between(Events.BEGIN, time)));
        stoppedUntil = time;
    }

    /// Corrects the time of the day of this process.
    void correctClock(Duration to) {
        events.trace(() -> "the clock of %s is corrected to %s".formatted(name, to));
        correction = to;
    }

    Instant wallTime() {
        return events.now().plus(correction);
    }

    /// Is called between the decision to send a call and the call.
    void beforeSend() {
        beforeSend.run();
    }

    boolean isDead() {
        return isDead;
    }

    Instant stoppedUntil() {
        return stoppedUntil;
    }

    /// Starts a call on a thread of its own.
    void call(OperationRequest request, Duration timeout, Consumer<OperationStep> answer) {
        Instant deadline = events.now().plus(timeout);
        start(request, deadline, answer, () -> switch (request) {
            case OperationRequest.Create create -> step(executor.create(create, "", deadline));
            case OperationRequest.Delete delete -> step(executor.delete(delete, deadline));
            case OperationRequest.Expand expand -> step(executor.expand(expand, deadline));
            case OperationRequest.CreateSnapshot create -> step(executor.createSnapshot(create, deadline));
            case OperationRequest.DeleteSnapshot delete -> step(executor.deleteSnapshot(delete, deadline));
        });
    }

    /// Starts to register a disk again.
    void register(String volumeId) {
        if (!isDead) {
            threads.add(SimulatedThread.start(
                    events,
                    this,
                    new OperationRequest.Delete(volumeId, PretendCns.CLUSTER, DeletionCause.UNUSED),
                    () -> {
                        String end = new SimulatedDisks(this).register(volumeId, Optional.empty(), BUDGET);
                        events.trace(() -> "%s registers %s: %s".formatted(name, volumeId, end));
                    }));
        }
    }

    /// Starts to delete a snapshot that the sweep found to be unused.
    void deleteUnusedSnapshot(
            OperationRequest.DeleteSnapshot request, RecordPrecondition precondition, String user, Duration timeout) {
        Instant deadline = events.now().plus(timeout);
        start(
                request,
                deadline,
                _ -> {},
                () -> step(executor.deleteUnusedSnapshot(request, Optional.of(precondition), user, deadline)));
    }

    /// Starts to delete a volume that the sweep found to be unused.
    void deleteUnused(OperationRequest.Delete request, RecordPrecondition precondition, Duration timeout) {
        Instant deadline = events.now().plus(timeout);
        start(request, deadline, _ -> {}, () -> {
            VolumeDeleteResult result = executor.deleteUnused(request, precondition, deadline);
            if (result instanceof VolumeFailure failure && failure.message().contains("has changed")) {
                invariants.saw("a duplicate was not deleted after all");
            }
            return step(result);
        });
    }

    private void start(
            OperationRequest request, Instant deadline, Consumer<OperationStep> answer, Supplier<OperationStep> work) {
        if (isDead) {
            answer.accept(new OperationStep.Fail(OperationCode.UNAVAILABLE, "no process"));
            return;
        }
        threads.add(SimulatedThread.start(events, this, request, () -> {
            OperationStep step = work.get();
            invariants.require(
                    events.thread().wasStopped() || !events.now().isAfter(deadline.plus(CallTimes.RECORDING)),
                    () -> "%s ended %s after its deadline"
                            .formatted(request.recordName(), Duration.between(deadline, events.now())));
            events.trace(() -> "%s %s ends: %s".formatted(name, request.recordName(), step));
            events.at(events.now(), () -> {
                if (!isDead) {
                    answer.accept(step);
                }
            });
        }));
    }

    private OperationStep step(VolumeCreateResult result) {
        return switch (result) {
            case VolumeCreateResult.Created(String id, long capacity, String datastore) -> {
                invariants.require(
                        datastore.equals(PretendCns.DATASTORE), () -> "%s lies on %s".formatted(id, datastore));
                yield new OperationStep.Succeed(id, capacity);
            }
            case VolumeFailure failure -> step(failure);
        };
    }

    private static OperationStep step(SnapshotCreateResult result) {
        return switch (result) {
            case SnapshotCreateResult.Created created ->
                new OperationStep.Succeed(created.snapshotId(), created.capacityMb());
            case VolumeFailure failure -> step(failure);
        };
    }

    private static OperationStep step(VolumeDeleteResult result) {
        return switch (result) {
            case VolumeDeleteResult.Deleted(String id) -> new OperationStep.Succeed(id, 0);
            case VolumeFailure failure -> step(failure);
        };
    }

    private static OperationStep step(VolumeExpandResult result) {
        return switch (result) {
            case VolumeExpandResult.Expanded(String id, long capacity) -> new OperationStep.Succeed(id, capacity);
            case VolumeFailure failure -> step(failure);
        };
    }

    private static OperationStep step(VolumeFailure failure) {
        return new OperationStep.Fail(failure.code(), failure.message());
    }

    static Duration budget() {
        return BUDGET;
    }

    /// Lets the present thread of this process wait.
    void pause(Duration length) {
        boolean _ = events.thread().waitUntil(events.now().plus(length));
    }

    /// A request takes time in both directions; in between, the other side carries it out. Some requests are held on
    /// their way, and arrive although their process has given up, or died.
    ///
    /// @param budget how long the process waits
    /// @param silence what it knows if no answer arrives in time
    <T> T exchange(Duration budget, T silence, Supplier<T> request) {
        Duration there = faults.happens(0.02) ? events.millis(0, LATEST) : events.millis(1, 200);
        Instant answered = events.now().plus(there).plus(events.millis(1, 200));
        Instant end = events.now().plus(budget);
        if (answered.isAfter(end)) {
            invariants.saw("no answer in time");
        }
        var answer = new AtomicReference<>(silence);
        events.in(there, () -> answer.set(request.get()));
        boolean _ = events.thread().waitUntil(answered.isBefore(end) ? answered : end);
        return answered.isBefore(end) ? answer.get() : silence;
    }
}
