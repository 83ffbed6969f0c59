package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SweepDecision;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.SweepPolicy;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Carries out the decisions about records that no call works on.
final class SimulatedSweeper {
    private final Set<String> reported = new TreeSet<>();
    private final Function<String, ClaimState> claims;

    SimulatedSweeper(Function<String, ClaimState> claims) {
        this.claims = claims;
    }

    Set<String> reported() {
        return reported;
    }

    void sweep(Replica replica) {
        if (!(replica.records.list(Replica.budget())
                instanceof ListResult.Complete<Map<String, RecordState>>(Map<String, RecordState> all))) {
            return;
        }
        var records = new TreeMap<String, RecordState.Present>();
        all.forEach((name, state) -> {
            if (state instanceof RecordState.Present present) {
                records.put(name, present);
            }
        });
        Set<String> named = records.values().stream()
                .flatMap(present -> changesOf(present.record()))
                .collect(Collectors.toCollection(HashSet::new));
        records.forEach((name, present) -> {
            switch (OperationName.kindOf(present.record())) {
                case CREATE -> ofCreate(replica, name, present);
                case CREATE_SNAPSHOT -> ofSnapshot(replica, name, present, records);
                case DELETE, EXPAND, DELETE_SNAPSHOT -> {
                    SweepDecision decision = SweepPolicy.ofChange(
                            present.record(), named.contains(name), SweepLimits.standard(), replica.events.now());
                    carryOut(replica, name, present, decision);
                }
            }
        });
    }

    private static Stream<String> changesOf(OperationRecord record) {
        String volume = record.volumeId();
        return switch (OperationName.kindOf(record)) {
            case CREATE -> Stream.of(OperationName.ofDelete(volume), OperationName.ofExpand(volume));
            case CREATE_SNAPSHOT -> Stream.of(OperationName.ofDeleteSnapshot(volume, record.snapshotId()));
            case DELETE, EXPAND, DELETE_SNAPSHOT -> Stream.of();
        };
    }

    private void ofSnapshot(
            Replica replica, String name, RecordState.Present present, Map<String, RecordState.Present> records) {
        OperationRecord record = present.record();
        Optional<String> clone = OperationName.temporaryOf(record)
                .flatMap(description -> OperationName.cloneOfTemporary(description, record.volumeId()));
        boolean isOver = clone.map(records::get)
                .filter(create ->
                        SweepPolicy.mayNeedSnapshot(create.record(), SweepLimits.standard(), replica.events.now()))
                .isEmpty();
        SweepDecision decision = decideSnapshot(replica, record, isOver, new VolumesResult.NotAsked());
        if (replica.disabled == Safeguard.LEFTOVERS && decision instanceof SweepDecision.AskVolumes) {
            decision = new SweepDecision.Forget();
        }
        if (decision instanceof SweepDecision.AskVolumes) {
            VolumesResult volumes = replica.cns.volumes(Set.of(record.volumeId()));
            decision = decideSnapshot(replica, record, isOver, volumes);
        }
        if (decision instanceof SweepDecision.DeleteDuplicates(Set<String> ids)) {
            replica.invariants.saw("leftover snapshot deleted");
            new TreeSet<>(ids)
                    .forEach(id -> replica.deleteUnusedSnapshot(
                            new OperationRequest.DeleteSnapshot(record.volumeId(), id, false, DeletionCause.UNUSED),
                            new RecordPrecondition(name, present.version()),
                            clone.orElse(name),
                            Duration.ofMinutes(5)));
        } else {
            carryOut(replica, name, present, decision);
        }
    }

    private static SweepDecision decideSnapshot(
            Replica replica, OperationRecord record, boolean isOver, VolumesResult volumes) {
        return SweepPolicy.ofSnapshot(record, isOver, volumes, SweepLimits.standard(), replica.events.now());
    }

    private void ofCreate(Replica replica, String name, RecordState.Present present) {
        SweepDecision decision = decide(replica, present.record(), new VolumesResult.NotAsked(), claims.apply(name));
        if (replica.disabled == Safeguard.DUPLICATES && decision instanceof SweepDecision.AskVolumes) {
            decision = new SweepDecision.Forget();
        }
        if (decision instanceof SweepDecision.AskVolumes) {
            VolumesResult volumes = replica.cns.volumesNamed(OperationName.ofVolume(name));
            decision = decide(replica, present.record(), volumes, claims.apply(name));
        }
        carryOut(replica, name, present, decision);
    }

    private static SweepDecision decide(
            Replica replica, OperationRecord record, VolumesResult volumes, ClaimState claim) {
        return SweepPolicy.ofCreate(
                record, PretendCns.CLUSTER, volumes, claim, SweepLimits.standard(), replica.events.now());
    }

    private void carryOut(Replica replica, String name, RecordState.Present present, SweepDecision decision) {
        switch (decision) {
            case SweepDecision.Keep _, SweepDecision.AskVolumes _ -> {}
            case SweepDecision.Forget _ -> replica.records.delete(name, present.version(), Replica.budget());
            case SweepDecision.ReportOrphans(Set<String> ids) -> {
                replica.invariants.saw("orphan");
                reported.addAll(ids);
            }
            case SweepDecision.DeleteDuplicates(Set<String> ids) -> {
                replica.invariants.saw("duplicate deleted");
                new TreeSet<>(ids)
                        .forEach(id -> replica.deleteUnused(
                                new OperationRequest.Delete(id, PretendCns.CLUSTER, DeletionCause.UNUSED),
                                new RecordPrecondition(name, present.version()),
                                Duration.ofMinutes(5)));
            }
        }
    }
}
