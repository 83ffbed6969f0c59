package dev.vspherecloud.csi.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The content of a `CnsVolumeOperationRequest`, which this driver and vsphere-csi-driver (Go) both read and write.
///
/// @param name       the name of the object, see [OperationName]
/// @param volumeId   the result of a create, empty before; the source of a snapshot
/// @param snapshotId the result of a snapshot, empty before
/// @param capacityMb the size of the volume in MiB; 0 if it was not recorded
/// @param errorCount how many attempts failed
/// @param first      the first attempt; empty if the object has none
/// @param latest     the latest attempts, the newest at the end, at most ten; empty only in records of others
public record OperationRecord(
        String name,
        String volumeId,
        String snapshotId,
        long capacityMb,
        long errorCount,
        Optional<OperationAttempt> first,
        List<OperationAttempt> latest) {
    /// The largest number of attempts that a record contains.
    ///
    /// Rule from: csi 3.0.1.
    public static final int MAX_ATTEMPTS = 10;

    /// How long a volume that CNS had forgotten, and that was registered again, is not deleted. CNS forgot with it
    /// which other clusters use its disk. Each of them writes that again in its next full synchronisation, in 30
    /// minutes by default in both drivers. The rest is for clocks that differ, and for the synchronisation itself.
    private static final Duration ENTITY_PATIENCE = Duration.ofMinutes(35);

    public OperationRecord {
        latest = List.copyOf(latest);
    }

    static OperationRecord begun(String name, OperationAttempt intent) {
        return new OperationRecord(name, "", "", 0, 0, Optional.of(intent), List.of(intent));
    }

    /// Returns the record of the delete of a volume with the mark that the volume is about to be registered again,
    /// because CNS had forgotten it. No delete is sent before [#waitAfterRegistration].
    ///
    /// @param before the record; empty if there is none
    public static OperationRecord registered(String volumeId, Optional<OperationRecord> before, Instant now) {
        OperationAttempt mark = OperationAttempt.registration(now);
        return before.map(record -> record.with(mark)).orElseGet(() -> begun(OperationName.ofDelete(volumeId), mark));
    }

    /// Returns until when the volume is not deleted, because it was registered again; empty if it may be.
    Optional<Instant> waitAfterRegistration(Instant now) {
        return attempts().stream()
                .filter(OperationAttempt::isRegistration)
                .map(attempt -> attempt.invoked().plus(ENTITY_PATIENCE))
                .filter(until -> until.isAfter(now))
                .max(Comparator.naturalOrder());
    }

    /// Returns the record as one about the snapshot of a volume.
    ///
    /// @param snapshot the id of the snapshot; empty if it is not known
    OperationRecord ofSnapshot(String volume, String snapshot) {
        return new OperationRecord(name, volume, snapshot, capacityMb, errorCount, first, latest);
    }

    /// Returns the newest attempt. A record without a list still has its first attempt.
    public Optional<OperationAttempt> newest() {
        return latest.isEmpty() ? first : Optional.of(latest.getLast());
    }

    /// Returns all attempts that the record contains, the newest at the end.
    public List<OperationAttempt> attempts() {
        return latest.isEmpty() ? first.stream().toList() : latest;
    }

    /// Returns the record with one more attempt. If there are too many, those that have ended go first: the others
    /// may still change something.
    OperationRecord with(OperationAttempt attempt) {
        var all = new ArrayList<>(attempts());
        all.add(attempt);
        while (all.size() > MAX_ATTEMPTS) {
            int settled = 0;
            while (settled < all.size() - 1 && !all.get(settled).isSettled()) {
                settled++;
            }
            all.remove(settled < all.size() - 1 ? settled : 0);
        }
        return new OperationRecord(
                name, volumeId, snapshotId, capacityMb, errorCount, first.or(() -> Optional.of(attempt)), all);
    }

    /// Returns the record with every attempt changed by a function.
    OperationRecord mapped(UnaryOperator<OperationAttempt> change) {
        return new OperationRecord(
                name,
                volumeId,
                snapshotId,
                capacityMb,
                errorCount,
                first.map(change),
                attempts().stream().map(change).toList());
    }

    /// Returns the record with the attempt of this operation id changed by a function.
    OperationRecord mapped(String opId, UnaryOperator<OperationAttempt> change) {
        return mapped(attempt -> attempt.opId().equals(opId) ? change.apply(attempt) : attempt);
    }

    /// Returns the record with the ends of tasks that vCenters have reported. It does not have the results, so it
    /// must not be written.
    public OperationRecord withEnds(RecordedTasks tasks) {
        return mapped(attempt -> attempt.isSettled()
                ? attempt
                : switch (tasks.of(attempt).orElse(TaskState.RUNNING)) {
                    case SUCCEEDED -> attempt.succeeded();
                    case FAILED -> attempt.failed("the task has failed");
                    case RUNNING, VANISHED -> attempt;
                });
    }

    OperationRecord withError() {
        return new OperationRecord(name, volumeId, snapshotId, capacityMb, errorCount + 1, first, latest);
    }

    /// Returns the record of an operation that is done.
    OperationRecord done(String volume, long capacity) {
        List<OperationAttempt> all = new ArrayList<>(attempts());
        OperationAttempt last = all.removeLast();
        all.add(last.succeeded());
        Optional<OperationAttempt> begun = first.map(one -> one.equals(last) ? last.succeeded() : one);
        return new OperationRecord(name, volume, snapshotId, capacity, errorCount, begun, all);
    }

    boolean isDone() {
        return newest().filter(attempt -> attempt.is(OperationStatus.Known.SUCCESS))
                .isPresent();
    }

    /// Returns true if no call works on the operation any more, or has to: it is done, or every attempt has failed.
    boolean isOver() {
        return isDone() || isWithoutEffect();
    }

    /// Returns true if the operation has had no effect, and can have none any more: every attempt has failed.
    public boolean isWithoutEffect() {
        return !isDone() && attempts().stream().allMatch(OperationAttempt::isSettled);
    }

    /// Returns the ids of the tasks of a vCenter that this record names.
    ///
    /// @param vcenter the name of the vCenter in records; empty if the cluster has only one
    public Stream<String> taskIds(String vcenter) {
        return Stream.concat(first.stream(), latest.stream())
                .filter(attempt -> attempt.vcenter().equals(vcenter))
                .map(OperationAttempt::taskId)
                .filter(id -> !id.isEmpty());
    }

    /// Returns true if an attempt may still change something: the record does not prove its end, and it is not older
    /// than the longest attempt can be.
    public boolean mayStillRun(Instant now) {
        return attempts().stream()
                .anyMatch(attempt -> !attempt.isSettled()
                        && attempt.invoked()
                                .plus(SweepLimits.standard().attemptLifetime())
                                .isAfter(now));
    }
}
