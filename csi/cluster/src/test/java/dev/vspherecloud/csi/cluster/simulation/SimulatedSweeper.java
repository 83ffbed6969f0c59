package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SweepDecision;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.SweepPolicy;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.volumes.RecordPrecondition;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

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
        Set<String> named = records.entrySet().stream()
                .filter(entry -> isCreate(entry.getKey()))
                .map(entry -> entry.getValue().record().volumeId())
                .collect(Collectors.toCollection(HashSet::new));
        records.forEach((name, present) -> {
            if (isCreate(name)) {
                ofCreate(replica, name, present);
            } else {
                String volume = name.substring(name.indexOf('-') + 1);
                SweepDecision decision = SweepPolicy.ofChange(
                        present.record(), named.contains(volume), SweepLimits.standard(), replica.events.now());
                carryOut(replica, name, present, decision);
            }
        });
    }

    private static boolean isCreate(String name) {
        return !name.startsWith("delete-") && !name.startsWith("expand-");
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
                                new OperationRequest.Delete(id, PretendCns.CLUSTER),
                                new RecordPrecondition(name, present.version()),
                                Duration.ofMinutes(5)));
            }
        }
    }
}
