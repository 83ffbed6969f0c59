package dev.vspherecloud.csi.vcenter.inventory;

import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.domain.existence.AbsenceHistory;
import dev.vspherecloud.domain.existence.AbsencePolicy;
import dev.vspherecloud.domain.existence.ConfirmedVcenterChanges;
import dev.vspherecloud.domain.existence.Existence;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.ExistencePolicy;
import dev.vspherecloud.domain.existence.ExistenceRules;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Proves that VMs are gone which VolumeAttachments name and which no vCenter shows, with the rules by which the cloud
/// provider deletes Nodes. A proof needs the record of the VM from the time when it existed.
///
/// A destroyed VM is proven to be gone by three checks over 20 seconds. A VM that only disappeared must stay away for
/// ten minutes, and its Node must be gone, because nothing here follows the kubelet.
///
/// Threads: [#run] has one caller. Any thread reads.
public final class AbsenceChecks implements Runnable {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /// The longest pause between two observations of one series.
    private static final Duration MAX_GAP = Duration.ofMinutes(5);

    /// A check without a result is submitted again after this time.
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final InventoryNodes nodes;
    private final ExistenceChecker checker;
    private final LongSupplier nanoTime;
    private final Sleeper sleeper;
    private final Map<NodeName, Case> cases = new HashMap<>();
    private final Map<NodeName, AbsenceState> states = new ConcurrentHashMap<>();

    /// The checks of one VM.
    private static final class Case {
        final ExistenceCheckRequest request;
        AbsenceHistory history = AbsenceHistory.EMPTY;
        long submittedAt;
        boolean isSubmitted;
        long nextAt;

        Case(ExistenceCheckRequest request, long now) {
            this.request = request;
            this.nextAt = now;
        }
    }

    /// Creates the object; it checks nothing yet.
    ///
    /// @param nanoTime the clock of the checker, as [System#nanoTime]
    public AbsenceChecks(InventoryNodes nodes, ExistenceChecker checker, LongSupplier nanoTime, Sleeper sleeper) {
        this.nodes = nodes;
        this.checker = checker;
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
    }

    /// Returns what is proven about the machines whose VMs are missing, by key.
    public Map<NodeName, AbsenceState> states() {
        return Map.copyOf(states);
    }

    /// Returns true if the VM of the machine is proven to be gone.
    public boolean isProven(NodeName key) {
        return states.get(key) instanceof AbsenceState.Proven;
    }

    @Override
    public void run() {
        try {
            while (true) {
                check();
                sleeper.sleep(PAUSE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Submits the checks that are due, and evaluates those that have a result.
    void check() {
        Set<NodeName> missing = new HashSet<>();
        for (MissingMachine machine : nodes.missingMachines()) {
            missing.add(machine.key());
            if (machine.recorded().isPresent()) {
                check(machine, machine.recorded().get());
            } else {
                states.put(machine.key(), new AbsenceState.Unrecorded());
            }
        }
        for (NodeName key : Set.copyOf(cases.keySet())) {
            if (!missing.contains(key)) {
                cases.remove(key);
                checker.cancel(key);
            }
        }
        states.keySet().retainAll(missing);
    }

    private void check(MissingMachine machine, RecordedVm vm) {
        long now = nanoTime.getAsLong();
        // The record of a VolumeAttachment is the only event of this vCenter that the driver keeps. Without any event,
        // a vCenter that was restored from a backup could not be recognised, and nothing would be proven.
        Optional<EventPosition> baseline = machine.isRecordOurs() ? vm.seenAt() : Optional.empty();
        var request = new ExistenceCheckRequest(machine.query(), vm, baseline, true, machine.isRecordOurs(), List.of());
        Case each = cases.compute(
                machine.key(),
                (_, before) -> before == null || !before.request.vm().equals(vm) ? new Case(request, now) : before);
        Optional<ExistenceCheckResult> result = checker.result(machine.key())
                .filter(found -> each.isSubmitted
                        && found.request().equals(each.request)
                        && found.askedAt() - each.submittedAt >= 0);
        result.ifPresent(found -> {
            each.history = each.history.with(observation(found), MAX_GAP);
            each.isSubmitted = false;
            each.nextAt = found.answeredAt()
                    + ExistencePolicy.timeUntilNextCheck(each.history, ExistenceRules.DEFAULTS, INTERVAL)
                            .toNanos();
        });
        boolean isLost = each.isSubmitted && now - each.submittedAt > PATIENCE.toNanos();
        if (isLost || (!each.isSubmitted && now - each.nextAt >= 0)) {
            each.isSubmitted = true;
            each.submittedAt = now;
            checker.submit(each.request);
        }
        states.put(machine.key(), state(machine, vm, each.history));
    }

    private static Observation observation(ExistenceCheckResult found) {
        return new Observation(
                found.askedAt(),
                found.answeredAt(),
                AbsencePolicy.evaluate(found, ConfirmedVcenterChanges.NONE),
                new Heartbeat.None(),
                Instant.EPOCH);
    }

    private AbsenceState state(MissingMachine machine, RecordedVm vm, AbsenceHistory history) {
        return switch (ExistencePolicy.evaluate(history, vm, nodes.vcenterNames(), ExistenceRules.DEFAULTS)) {
            case Existence.Alive(String evidence) -> new AbsenceState.Unproven(evidence);
            case Existence.Unknown(Reason reason) -> new AbsenceState.Unproven(reason.message());
            case Existence.Gone(Proof proof) ->
                proof.isDestroyed() || machine.isNodeGone()
                        ? new AbsenceState.Proven(proof.evidence())
                        : new AbsenceState.Unproven(
                                "the VM has disappeared, but its Node still exists; delete the Node if the VM is gone");
        };
    }
}
