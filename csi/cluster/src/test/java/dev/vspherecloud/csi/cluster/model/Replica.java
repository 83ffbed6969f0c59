package dev.vspherecloud.csi.cluster.model;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStep;
import dev.vspherecloud.csi.domain.RecordState;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// A process of the driver. It may crash, or stop for a while and go on although another one leads.
final class Replica {
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private record Seen(String version, Instant since) {}

    final Events events;
    final PretendCns cns;
    final Invariants invariants;
    final KubeOperationRecords records;
    final Safeguard disabled;
    final OperationLimits limits;
    private final String name;
    private final Runnable beforeSend;
    private final Map<String, Seen> seen = new HashMap<>();
    private final Set<String> busy = new HashSet<>();
    private boolean isDead;
    private Instant stoppedUntil = Instant.MIN;
    private int calls;

    Replica(
            String name,
            Events events,
            PretendCns cns,
            Invariants invariants,
            KubeOperationRecords records,
            OperationLimits limits,
            Safeguard disabled,
            Runnable beforeSend) {
        this.beforeSend = beforeSend;
        this.name = name;
        this.events = events;
        this.cns = cns;
        this.invariants = invariants;
        this.records = records;
        this.limits = limits;
        this.disabled = disabled;
    }

    void kill() {
        events.trace(() -> "%s is killed".formatted(name));
        isDead = true;
    }

    void stopUntil(Instant time) {
        events.trace(() -> "%s stops until %s".formatted(name, Duration.between(Events.BEGIN, time)));
        stoppedUntil = time;
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

    /// Starts a call. At most one call for a record runs in a process: others are answered at once.
    ///
    /// @param maySend is asked right before the call is sent to CNS
    void call(OperationRequest request, Duration timeout, BooleanSupplier maySend, Consumer<OperationStep> answer) {
        String record = request.recordName();
        if (isDead || !busy.add(record)) {
            answer.accept(new OperationStep.Fail(OperationCode.ABORTED, "busy"));
            return;
        }
        String id = name + "-" + ++calls;
        new ModelCall(this, request, id, events.now().plus(timeout), maySend, step -> {
                    busy.remove(record);
                    events.trace(() -> "%s %s ends: %s".formatted(id, record, step));
                    answer.accept(step);
                })
                .run();
    }

    RecordState read(String record) {
        return records.read(record, BUDGET);
    }

    static Duration budget() {
        return BUDGET;
    }

    /// Returns since when this process has seen this version of a record.
    Instant since(String record, RecordState state) {
        if (!(state instanceof RecordState.Present(var _, String version))) {
            seen.remove(record);
            return events.now();
        }
        return seen.compute(
                        record,
                        (_, known) -> known == null || !known.version().equals(version)
                                ? new Seen(version, events.now())
                                : known)
                .since();
    }
}
