package dev.vspherecloud.csi.cluster.simulation;

import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.WriteResult;
import dev.vspherecloud.csi.operations.RecordStore;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/// The real store of records, over a network that takes time.
record SimulatedRecords(Replica replica) implements RecordStore {
    @Override
    public RecordState read(String name, Duration budget) {
        boolean isOther = !replica.events.thread().request().recordName().equals(name);
        if (replica.disabled == Safeguard.DELETIONS
                && isOther
                && replica.events.thread().request() instanceof OperationRequest.Create) {
            return new RecordState.Absent();
        }
        return replica.exchange(
                budget, new RecordState.Unanswered("no answer in time"), () -> replica.records.read(name, budget));
    }

    @Override
    public WriteResult create(OperationRecord record, Duration budget) {
        return replica.exchange(
                budget, new WriteResult.Lost("no answer in time"), () -> replica.records.create(record, budget));
    }

    @Override
    public WriteResult update(OperationRecord record, String version, Duration budget) {
        return replica.exchange(
                budget,
                new WriteResult.Lost("no answer in time"),
                () -> replica.records.update(record, version, budget));
    }

    @Override
    public Optional<Set<String>> tasks(String vcenter, Duration budget) {
        return replica.exchange(budget, Optional.empty(), () -> replica.records.tasks(vcenter, budget));
    }
}
