package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.SendResult;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.csi.operations.TaskSlots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Joins the attaches of one VM, and its detaches, to few tasks: vCenter reconfigures a VM once at a time. While one
/// task runs, the requests for the next one gather. Requests for other VMs do not wait, except that only some tasks
/// run in a vCenter at the same time.
///
/// The first request of a batch sends it. Each request prepares itself right before that, in its own thread; one that
/// is not prepared in time is left out.
///
/// Volumes go together only where vCenter accepts that ([ArraySupport]). If a task for several volumes fails as a
/// whole, each of them gets a task of its own, so that one volume does not fail the others.
///
/// Threads: any. A monitor guards the lanes and the batches, and is not held while a call waits.
final class VmTasks {
    /// The largest number of volumes in one task.
    static final int MAX_VOLUMES = 32;

    private static final Duration GATHER = Duration.ofMillis(20);

    /// How long the requests of a batch have to prepare themselves; their records must not be older when it is sent.
    private static final Duration PREPARE = CallTimes.ATTACH_SEND_WINDOW.dividedBy(2);

    private final OperationClock clock;
    private final int maxTasks;
    private final Map<String, TaskSlots> slots = new HashMap<>();
    private final Map<LaneKey, Lane> lanes = new HashMap<>();
    private final Map<String, ArraySupport> arrays = new HashMap<>();

    /// The kind of a task.
    enum Kind {
        ATTACH,
        DETACH
    }

    /// A VM and the kind of its tasks.
    record LaneKey(String vcenter, String moref, Kind kind) {}

    /// The end of a request.
    sealed interface Result {
        /// Nothing was sent for the volume.
        record NotSent(AttachFailure failure) implements Result {}

        /// The call got lost; the task may run.
        record Lost() implements Result {}

        /// The task was started.
        record Ended(AttachTaskResult result) implements Result {}
    }

    private enum State {
        WAITING,
        READY,
        FAILED,
        EXCLUDED
    }

    private final class Entry {
        final String volumeId;
        final OperationClock.Signal closed = clock.signal();
        final OperationClock.Signal ready = clock.signal();
        final OperationClock.Signal sent = clock.signal();
        State state = State.WAITING;
        Instant preparedFrom = Instant.MIN;

        Entry(String volumeId) {
            this.volumeId = volumeId;
        }
    }

    private static final class Batch {
        final Lane lane;
        final TaskSlots slot;
        final List<Entry> entries = new ArrayList<>();
        final ArraySupport arrays;
        int present;
        boolean hasTurn;
        boolean hasSlot;

        /// True if its volumes go together.
        boolean isArray;

        /// True if each of its volumes needs a task of its own, before anything was sent.
        boolean isSplit;

        /// True if it counts for what is known of vCenter.
        boolean isCounted;

        @Nullable
        AttachFailure failure;

        @Nullable
        SendResult result;

        Batch(Lane lane, TaskSlots slot, ArraySupport arrays) {
            this.lane = lane;
            this.slot = slot;
            this.arrays = arrays;
        }
    }

    private final class Lane {
        final TaskSlots turn = new TaskSlots(1, clock);

        @Nullable
        Batch open;

        int batches;
    }

    /// Creates the object.
    ///
    /// @param maxTasks how many tasks may run in one vCenter at the same time
    VmTasks(OperationClock clock, int maxTasks) {
        this.clock = clock;
        this.maxTasks = maxTasks;
    }

    /// Carries out a request, together with others.
    ///
    /// @param prepare called right before the task is sent; returns why the volume must not be sent, or empty
    Result run(
            LaneKey key,
            String volumeId,
            AttachmentStore store,
            Supplier<Optional<AttachFailure>> prepare,
            Instant deadline)
            throws InterruptedException {
        Optional<Result> joint = run(key, new Entry(volumeId), false, store, prepare, deadline);
        return joint.isPresent()
                ? joint.get()
                : run(key, new Entry(volumeId), true, store, prepare, deadline)
                        .orElseThrow(() -> new IllegalStateException("a task for one volume is never split"));
    }

    /// @param isAlone true if no other volume may join
    /// @return empty if the volume needs a task of its own
    private Optional<Result> run(
            LaneKey key,
            Entry me,
            boolean isAlone,
            AttachmentStore store,
            Supplier<Optional<AttachFailure>> prepare,
            Instant deadline)
            throws InterruptedException {
        Batch batch;
        boolean leads;
        synchronized (this) {
            batch = isAlone ? newBatch(key) : openBatch(key);
            leads = batch.entries.isEmpty();
            batch.entries.add(me);
            batch.present++;
        }
        try {
            Optional<AttachFailure> refused =
                    leads ? lead(key, batch, me, store, prepare, deadline) : follow(batch, me, prepare, deadline);
            if (refused.isPresent()) {
                return Optional.of(new Result.NotSent(refused.get()));
            }
            synchronized (this) {
                if (batch.isSplit) {
                    return Optional.empty();
                }
                if (me.state == State.EXCLUDED) {
                    return Optional.of(new Result.NotSent(notSent(
                            OperationCode.ABORTED, "the attempt was not recorded in time; the call is repeated")));
                }
            }
            return await(batch, me.volumeId, store, deadline);
        } finally {
            leave(key, batch);
        }
    }

    private Batch openBatch(LaneKey key) {
        Lane lane = lanes.computeIfAbsent(key, _ -> new Lane());
        Batch open = lane.open;
        if (open == null || open.entries.size() >= MAX_VOLUMES) {
            open = newBatch(key);
            lane.open = open;
        }
        return open;
    }

    private Batch newBatch(LaneKey key) {
        Lane lane = lanes.computeIfAbsent(key, _ -> new Lane());
        lane.batches++;
        return new Batch(
                lane,
                slots.computeIfAbsent(key.vcenter(), _ -> new TaskSlots(maxTasks, clock)),
                arrays.computeIfAbsent(key.vcenter(), _ -> new ArraySupport()));
    }

    private Optional<AttachFailure> lead(
            LaneKey key,
            Batch batch,
            Entry me,
            AttachmentStore store,
            Supplier<Optional<AttachFailure>> prepare,
            Instant deadline)
            throws InterruptedException {
        try {
            if (takeTurn(batch, deadline)) {
                if (isSplit(batch, store)) {
                    return Optional.empty();
                }
                Optional<AttachFailure> mine = prepared(batch, me, prepare);
                send(key, batch, store, deadline);
                return mine;
            }
            AttachFailure failure = notSent(
                    OperationCode.UNAVAILABLE,
                    "vCenter %s is busy with other tasks of VM %s; the call is repeated"
                            .formatted(key.vcenter(), key.moref()));
            synchronized (this) {
                batch.failure = failure;
            }
            return Optional.of(failure);
        } finally {
            close(batch);
            synchronized (this) {
                if (batch.failure == null && batch.result == null && !batch.isSplit) {
                    batch.failure = notSent(OperationCode.UNAVAILABLE, "the task was not sent; the call is repeated");
                }
                batch.entries.forEach(entry -> entry.sent.set());
            }
        }
    }

    private boolean takeTurn(Batch batch, Instant deadline) throws InterruptedException {
        if (!batch.lane.turn.acquire(deadline)) {
            return false;
        }
        synchronized (this) {
            batch.hasTurn = true;
        }
        boolean _ = clock.signal().await(clock.now().plus(GATHER));
        if (!batch.slot.acquire(deadline)) {
            return false;
        }
        synchronized (this) {
            batch.hasSlot = true;
        }
        return clock.now().isBefore(deadline);
    }

    /// Closes a batch, and decides whether its volumes go together.
    private synchronized boolean isSplit(Batch batch, AttachmentStore store) {
        if (batch.entries.size() > 1) {
            batch.isArray = batch.arrays.begin(store.connection());
            batch.isSplit = !batch.isArray;
        }
        close(batch);
        return batch.isSplit;
    }

    private synchronized void close(Batch batch) {
        if (batch.lane.open == batch) {
            batch.lane.open = null;
        }
        batch.entries.forEach(entry -> entry.closed.set());
    }

    /// Prepares a request.
    ///
    /// @return why it must not be sent; empty if it is ready
    private Optional<AttachFailure> prepared(Batch batch, Entry me, Supplier<Optional<AttachFailure>> prepare) {
        Instant begin = clock.now();
        Optional<AttachFailure> failure = prepare.get();
        synchronized (this) {
            me.preparedFrom = begin;
            if (batch.failure != null) {
                failure = Optional.of(batch.failure);
            } else if (me.state == State.EXCLUDED) {
                failure = failure.or(() -> Optional.of(
                        notSent(OperationCode.ABORTED, "the attempt was not recorded in time; the call is repeated")));
            } else {
                me.state = failure.isEmpty() ? State.READY : State.FAILED;
            }
        }
        me.ready.set();
        return failure;
    }

    private void send(LaneKey key, Batch batch, AttachmentStore store, Instant deadline) throws InterruptedException {
        Instant prepareEnd = clock.now().plus(PREPARE);
        List<Entry> all;
        synchronized (this) {
            all = List.copyOf(batch.entries);
        }
        for (Entry entry : all) {
            boolean _ = entry.ready.await(prepareEnd);
        }
        List<String> volumes = new ArrayList<>();
        synchronized (this) {
            for (Entry entry : all) {
                // Another process counts on it that no record is older when its call is sent.
                boolean isFresh =
                        clock.now().isBefore(entry.preparedFrom.plus(PREPARE).plus(PREPARE));
                if (entry.state == State.READY && isFresh) {
                    volumes.add(entry.volumeId);
                } else if (entry.state != State.FAILED) {
                    entry.state = State.EXCLUDED;
                }
            }
        }
        if (volumes.isEmpty()) {
            return;
        }
        Duration left = Duration.between(clock.now(), deadline);
        Duration budget = left.compareTo(CallTimes.LONGEST_CALL) < 0 ? left : CallTimes.LONGEST_CALL;
        SendResult result =
                switch (key.kind()) {
                    case ATTACH -> store.attach(key.moref(), volumes, budget);
                    case DETACH -> store.detach(key.moref(), volumes, budget);
                };
        synchronized (this) {
            batch.result = result;
        }
    }

    private Optional<AttachFailure> follow(
            Batch batch, Entry me, Supplier<Optional<AttachFailure>> prepare, Instant deadline)
            throws InterruptedException {
        if (!me.closed.await(deadline)) {
            synchronized (this) {
                me.state = State.EXCLUDED;
            }
            me.ready.set();
            return Optional.of(notSent(
                    OperationCode.UNAVAILABLE, "vCenter is busy with other tasks of the VM; the call is repeated"));
        }
        synchronized (this) {
            if (batch.isSplit) {
                return Optional.empty();
            }
        }
        Optional<AttachFailure> failure = prepared(batch, me, prepare);
        if (failure.isPresent()) {
            return failure;
        }
        boolean _ = me.sent.await(deadline.plus(CallTimes.RECORDING));
        synchronized (this) {
            return Optional.ofNullable(batch.failure);
        }
    }

    /// @return empty if the volume needs a task of its own
    private Optional<Result> await(Batch batch, String volumeId, AttachmentStore store, Instant deadline)
            throws InterruptedException {
        SendResult sent;
        synchronized (this) {
            sent = batch.result == null ? new SendResult.Lost() : batch.result;
        }
        return switch (sent) {
            case SendResult.Refused(OperationCode code, String message) -> {
                end(batch);
                // A vCenter that is not reached does not refuse the volumes.
                yield code != OperationCode.UNAVAILABLE && isFailedArray(batch)
                        ? Optional.empty()
                        : Optional.of(
                                new Result.NotSent(new AttachFailure(code, AttachReason.REFUSED_BY_VCENTER, message)));
            }
            case SendResult.NotSent() ->
                Optional.of(new Result.NotSent(
                        notSent(OperationCode.UNAVAILABLE, "the task was not sent; the call is repeated")));
            case SendResult.Lost() -> {
                end(batch);
                yield Optional.of(new Result.Lost());
            }
            case SendResult.Started(String task) -> {
                Duration left = Duration.between(clock.now(), deadline);
                AttachTaskAnswer answer = store.await(task, volumeId, left.isNegative() ? Duration.ZERO : left);
                if (!(answer.result() instanceof AttachTaskResult.Running)) {
                    end(batch);
                }
                if (answer.isJoint() && answer.result() instanceof AttachTaskResult.Unknown) {
                    onLeftOut(batch);
                }
                yield answer.isJoint() && !isVmGone(answer.result()) && isFailedArray(batch)
                        ? Optional.empty()
                        : Optional.of(ended(batch, answer.result()));
            }
        };
    }

    private static boolean isVmGone(AttachTaskResult result) {
        return result instanceof AttachTaskResult.Refused(AttachTaskResult.Fault fault, var _, var _, var _)
                && fault == AttachTaskResult.Fault.VM_GONE;
    }

    /// Called when a task failed as a whole.
    ///
    /// @return true if it had several volumes
    private synchronized boolean isFailedArray(Batch batch) {
        if (batch.isArray && !batch.isCounted) {
            batch.isCounted = true;
            batch.arrays.onFailed();
        }
        return batch.isArray;
    }

    /// Called when a task says nothing of one of its volumes.
    private synchronized void onLeftOut(Batch batch) {
        if (batch.isArray) {
            batch.isCounted = true;
            batch.arrays.onLeftOut();
        }
    }

    private synchronized Result ended(Batch batch, AttachTaskResult result) {
        if (batch.isArray && !batch.isCounted && result instanceof AttachTaskResult.Done) {
            batch.isCounted = true;
            batch.arrays.onAccepted();
        }
        return new Result.Ended(result);
    }

    /// Lets the next batch of the VM go ahead. Further calls do nothing.
    private synchronized void end(Batch batch) {
        if (batch.hasSlot) {
            batch.hasSlot = false;
            batch.slot.release();
        }
        if (batch.hasTurn) {
            batch.hasTurn = false;
            batch.lane.turn.release();
        }
    }

    private synchronized void leave(LaneKey key, Batch batch) {
        batch.present--;
        if (batch.present == 0) {
            end(batch);
            if (batch.isArray) {
                batch.arrays.end();
            }
            batch.lane.batches--;
            if (batch.lane.batches == 0 && batch.lane.open != batch) {
                lanes.remove(key, batch.lane);
            }
        }
    }

    private static AttachFailure notSent(OperationCode code, String message) {
        return new AttachFailure(code, AttachReason.ATTEMPT_OPEN, message);
    }
}
