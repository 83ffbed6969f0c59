package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationAttempt;
import dev.vspherecloud.csi.domain.OperationKind;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.OperationStatus;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.RecordedTasks;
import dev.vspherecloud.csi.domain.SweepDecision;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.SweepPolicy;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out the decisions of [SweepPolicy] about records that no call works on.
///
/// One sweep asks as little as possible: claims only if an old record of a create exists, each vCenter only for the
/// records that need it, and for all of them at once. Nothing is deleted because of an answer that is not complete.
///
/// Threads: one.
public final class RecordSweep {
    private static final Logger log = LoggerFactory.getLogger(RecordSweep.class);

    private static final Duration API_BUDGET = Duration.ofSeconds(15);

    /// Lists of records, claims and PersistentVolumes may have many pages.
    private static final Duration LIST_BUDGET = Duration.ofSeconds(60);

    private static final Duration VCENTER_BUDGET = Duration.ofSeconds(60);

    /// How long the deletion of one volume may take.
    private static final Duration DELETE_BUDGET = Duration.ofMinutes(2);

    /// How long after a look for temporary snapshots in CNS the next one follows. Most of them are found by their
    /// records.
    private static final Duration SCAN_INTERVAL = Duration.ofHours(6);

    private final SweepCluster cluster;
    private final Supplier<? extends List<? extends SweepVcenter>> vcenters;
    private final InstantSource clock;
    private final Consumer<Map<OperationStatus, Integer>> recordCount;
    private final IntConsumer orphanCount;
    private Set<String> reported = Set.of();

    /// The ends of tasks that records do not have, by the name of the vCenter in the attempts. vCenter forgets a task
    /// some minutes after its end, so they are kept until the records go.
    private Map<String, Map<String, TaskState>> ends = Map.of();

    private Instant nextScan = Instant.MIN;

    /// Creates the object.
    ///
    /// @param vcenters    returns the vCenters in use
    /// @param recordCount receives the number of records by the status of their last attempt, at each sweep
    /// @param orphanCount receives the number of orphans after each sweep that could count them
    public RecordSweep(
            SweepCluster cluster,
            Supplier<? extends List<? extends SweepVcenter>> vcenters,
            InstantSource clock,
            Consumer<Map<OperationStatus, Integer>> recordCount,
            IntConsumer orphanCount) {
        this.cluster = cluster;
        this.vcenters = vcenters;
        this.clock = clock;
        this.recordCount = recordCount;
        this.orphanCount = orphanCount;
    }

    /// Looks at all records once. An interrupt ends the sweep early.
    public void run(SweepLimits limits) {
        Optional<Map<String, RecordState.Present>> all = list().map(RecordSweep::present);
        all.ifPresent(records -> recordCount.accept(byStatus(records.values())));
        List<? extends SweepVcenter> inUse = vcenters.get();
        if (all.isPresent() && !inUse.isEmpty()) {
            new Sweep(withEnds(all.get(), inUse), List.copyOf(inUse), limits).run();
        }
    }

    /// Returns the records with the ends of tasks that they do not have.
    private Map<String, RecordState.Present> withEnds(
            Map<String, RecordState.Present> all, List<? extends SweepVcenter> inUse) {
        List<OperationRecord> records =
                all.values().stream().map(RecordState.Present::record).toList();
        var known = new HashMap<String, Map<String, TaskState>>();
        for (SweepVcenter vcenter : inUse) {
            for (String name : RecordedTasks.names(vcenter.server(), inUse.size())) {
                known.put(name, endsOf(vcenter, name, RecordedTasks.open(records, name)));
            }
        }
        ends = known;
        var tasks = new RecordedTasks(known);
        var result = new TreeMap<String, RecordState.Present>();
        all.forEach((name, present) ->
                result.put(name, new RecordState.Present(present.record().withEnds(tasks), present.version())));
        return result;
    }

    private Map<String, TaskState> endsOf(SweepVcenter vcenter, String name, Set<String> open) {
        var states = new HashMap<>(ends.getOrDefault(name, Map.of()));
        states.keySet().retainAll(open);
        var asked = new HashSet<>(open);
        asked.removeAll(states.keySet());
        if (!asked.isEmpty()) {
            states.putAll(vcenter.tasks(asked, VCENTER_BUDGET));
            states.values().removeIf(state -> state == TaskState.RUNNING);
        }
        return states;
    }

    private static Map<OperationStatus, Integer> byStatus(Collection<RecordState.Present> records) {
        var counts = new HashMap<OperationStatus, Integer>();
        records.stream()
                .flatMap(each -> each.record().newest().stream())
                .forEach(attempt -> counts.merge(attempt.status(), 1, Integer::sum));
        return counts;
    }

    /// Lists all records; empty if some may be missing.
    private Optional<Map<String, RecordState>> list() {
        return switch (cluster.records(LIST_BUDGET)) {
            case ListResult.Complete<Map<String, RecordState>>(Map<String, RecordState> all) -> Optional.of(all);
            case ListResult.Failed<Map<String, RecordState>>(String problem) -> notSwept(problem);
            case ListResult.KindUnknown<Map<String, RecordState>>(String problem) -> notSwept(problem);
        };
    }

    private static <T> Optional<T> notSwept(String cause) {
        log.atWarn().addKeyValue("cause", cause).log("Records of operations stay until the next sweep");
        return Optional.empty();
    }

    private static Map<String, RecordState.Present> present(Map<String, RecordState> all) {
        var present = new TreeMap<String, RecordState.Present>();
        all.forEach((name, state) -> {
            switch (state) {
                case RecordState.Present each -> present.put(name, each);
                case RecordState.Unreadable(var _, String problem) ->
                    log.atWarn().addKeyValue("cause", problem).log("A record of an operation cannot be read");
                case RecordState.Unread _, RecordState.Absent _, RecordState.Unanswered _ -> {}
            }
        });
        return present;
    }

    private static boolean isCreate(RecordState.Present present) {
        return OperationName.kindOf(present.record()) == OperationKind.CREATE;
    }

    /// One sweep.
    private final class Sweep {
        private final Map<String, RecordState.Present> records;
        private final List<SweepVcenter> inUse;
        private final SweepLimits limits;
        private final Instant now = clock.instant();

        /// What each vCenter returned for the names for which it was asked.
        private final Map<SweepVcenter, VolumesResult> answers = new HashMap<>();

        private final Set<String> orphans = new TreeSet<>();

        private Sweep(Map<String, RecordState.Present> records, List<SweepVcenter> inUse, SweepLimits limits) {
            this.records = records;
            this.inUse = inUse;
            this.limits = limits;
        }

        void run() {
            sweepChanges();
            sweepSnapshots();
            boolean isComplete = sweepCreates();
            if (isComplete) {
                report();
            }
        }

        private void sweepSnapshots() {
            var snapshots = new SnapshotSweep(inUse, records, limits, now, this::forget);
            snapshots.run();
            if (!now.isBefore(nextScan)) {
                nextScan = now.plus(SCAN_INTERVAL);
                snapshots.scan(names -> cluster.claims(names, LIST_BUDGET));
            }
        }

        /// Returns the names of the records that a call which repeats a create asks for.
        private static Stream<String> changesOf(OperationRecord record) {
            String volume = record.volumeId();
            return switch (OperationName.kindOf(record)) {
                case CREATE ->
                    volume.isEmpty()
                            ? Stream.of()
                            : Stream.of(OperationName.ofDelete(volume), OperationName.ofExpand(volume));
                case CREATE_SNAPSHOT -> Stream.of(OperationName.ofDeleteSnapshot(volume, record.snapshotId()));
                case DELETE, EXPAND, DELETE_SNAPSHOT -> Stream.of();
            };
        }

        private void sweepChanges() {
            Set<String> named = records.values().stream()
                    .flatMap(present -> changesOf(present.record()))
                    .collect(Collectors.toSet());
            Set<OperationKind> changes =
                    EnumSet.of(OperationKind.DELETE, OperationKind.EXPAND, OperationKind.DELETE_SNAPSHOT);
            records.forEach((name, present) -> {
                if (changes.contains(OperationName.kindOf(present.record()))
                        && SweepPolicy.ofChange(present.record(), named.contains(name), limits, now)
                                instanceof SweepDecision.Forget) {
                    forget(name, present);
                }
            });
        }

        /// @return true if all orphans are known
        private boolean sweepCreates() {
            Set<String> old = records.entrySet().stream()
                    .filter(entry -> isCreate(entry.getValue()))
                    .filter(entry -> !(decide(entry.getValue().record(), new VolumesResult.NotAsked(), ClaimState.GONE)
                            instanceof SweepDecision.Keep))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (old.isEmpty()) {
                return true;
            }
            if (!(cluster.claims(old, LIST_BUDGET)
                    instanceof ListResult.Complete<Map<String, ClaimState>>(Map<String, ClaimState> claims))) {
                Optional<String> _ = notSwept("the claims and PersistentVolumes cannot be listed");
                return false;
            }
            var unclear = new ArrayList<String>();
            for (String name : old) {
                RecordState.Present present = records.get(name);
                if (present == null) {
                    continue;
                }
                SweepDecision decision = decide(present.record(), new VolumesResult.NotAsked(), claimOf(claims, name));
                if (decision instanceof SweepDecision.AskVolumes) {
                    unclear.add(name);
                } else {
                    carryOut(name, present, decision);
                }
            }
            ask(unclear);
            boolean isComplete = true;
            for (String name : unclear) {
                RecordState.Present present = records.get(name);
                if (present == null) {
                    continue;
                }
                VolumesResult volumes = answerFor(present.record());
                isComplete &= volumes instanceof VolumesResult.Found;
                carryOut(name, present, decide(present.record(), volumes, claimOf(claims, name)));
            }
            return isComplete;
        }

        private static ClaimState claimOf(Map<String, ClaimState> claims, String name) {
            return claims.getOrDefault(name, ClaimState.UNKNOWN);
        }

        private SweepDecision decide(OperationRecord record, VolumesResult volumes, ClaimState claim) {
            return SweepPolicy.ofCreate(record, inUse.getFirst().clusterId(), volumes, claim, limits, now);
        }

        /// Asks each vCenter for the volumes with the names of all records for which it may have one.
        private void ask(List<String> unclear) {
            var names = new HashMap<SweepVcenter, Set<String>>();
            for (String name : unclear) {
                RecordState.Present present = records.get(name);
                if (present != null) {
                    vcentersOf(present.record()).forEach(vcenter -> names.computeIfAbsent(vcenter, _ -> new TreeSet<>())
                            .add(OperationName.ofVolume(name)));
                }
            }
            names.forEach((vcenter, wanted) -> answers.put(vcenter, vcenter.volumesNamed(wanted, VCENTER_BUDGET)));
        }

        /// Returns the vCenters that may have a volume of the record. If there is only one vCenter, records need not
        /// name it.
        private List<SweepVcenter> vcentersOf(OperationRecord record) {
            Set<String> named =
                    record.attempts().stream().map(OperationAttempt::vcenter).collect(Collectors.toSet());
            return inUse.size() == 1 || named.contains("")
                    ? inUse
                    : inUse.stream()
                            .filter(each -> named.contains(each.server()))
                            .toList();
        }

        private VolumesResult answerFor(OperationRecord record) {
            Set<String> missing = record.attempts().stream()
                    .map(OperationAttempt::vcenter)
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toCollection(HashSet::new));
            inUse.forEach(each -> missing.remove(each.server()));
            if (inUse.size() > 1 && !missing.isEmpty()) {
                // A vCenter that was removed from the configuration may still have the volume.
                return new VolumesResult.Unanswered();
            }
            var found = new ArrayList<ObservedVolume>();
            for (SweepVcenter vcenter : vcentersOf(record)) {
                if (!(answers.get(vcenter) instanceof VolumesResult.Found(List<ObservedVolume> volumes))) {
                    return new VolumesResult.Unanswered();
                }
                found.addAll(volumes);
            }
            return new VolumesResult.Found(found);
        }

        private void carryOut(String name, RecordState.Present present, SweepDecision decision) {
            switch (decision) {
                case SweepDecision.Keep _, SweepDecision.AskVolumes _ -> {}
                case SweepDecision.Forget _ -> forget(name, present);
                case SweepDecision.ReportOrphans(Set<String> ids) -> orphans.addAll(ids);
                case SweepDecision.DeleteDuplicates(Set<String> ids) -> deleteUnused(name, present, ids);
            }
        }

        private void forget(String name, RecordState.Present present) {
            switch (cluster.forget(name, present.version(), API_BUDGET)) {
                case WriteResult.Written _ ->
                    log.atDebug().addKeyValue("record", name).log("Old record is deleted");
                // A call works on it, so it is not old any more.
                case WriteResult.Conflict _ -> {}
                case WriteResult.Lost(String problem) -> notForgotten(name, problem);
                case WriteResult.Refused(String problem) -> notForgotten(name, problem);
            }
        }

        private static void notForgotten(String name, String problem) {
            log.atWarn()
                    .addKeyValue("record", name)
                    .addKeyValue("cause", problem)
                    .log("Old record is not deleted, and the next sweep tries again");
        }

        private void deleteUnused(String name, RecordState.Present present, Set<String> ids) {
            for (String id : new TreeSet<>(ids)) {
                inUse.stream()
                        .filter(vcenter -> has(vcenter, id))
                        .findFirst()
                        .ifPresent(
                                vcenter -> deleteUnused(vcenter, id, new RecordPrecondition(name, present.version())));
            }
        }

        private boolean has(SweepVcenter vcenter, String id) {
            return answers.get(vcenter) instanceof VolumesResult.Found(List<ObservedVolume> volumes)
                    && volumes.stream().anyMatch(volume -> volume.id().equals(id));
        }

        private void deleteUnused(SweepVcenter vcenter, String id, RecordPrecondition precondition) {
            VolumeDeleteResult result = vcenter.deleteUnused(
                    new OperationRequest.Delete(id, vcenter.clusterId(), DeletionCause.UNUSED),
                    precondition,
                    clock.instant().plus(DELETE_BUDGET));
            switch (result) {
                case VolumeDeleteResult.Deleted _ ->
                    log.atInfo()
                            .addKeyValue("record", precondition.record())
                            .addKeyValue("handle", id)
                            .log("Volume of an abandoned attempt is deleted");
                case VolumeFailure failure ->
                    log.atWarn()
                            .addKeyValue("record", precondition.record())
                            .addKeyValue("handle", id)
                            .addKeyValue("cause", failure.message())
                            .log("Volume of an abandoned attempt is not deleted, and the next sweep tries again");
            }
        }

        private void report() {
            orphanCount.accept(orphans.size());
            if (!orphans.isEmpty() && !orphans.equals(reported)) {
                log.atWarn()
                        .addKeyValue("handles", String.join(", ", orphans))
                        .log(
                                "No claim and no PersistentVolume refers to these volumes; delete those that nothing needs");
            }
            reported = Set.copyOf(orphans);
        }
    }
}
