package dev.vspherecloud.csi.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Decides what becomes of a record that no call works on.
///
/// An attempt whose result was never found may create a volume hours later, after another attempt has succeeded.
/// So the record stays until that is impossible, and volumes with its name that it does not name are deleted.
///
/// Rule from: csi-production 9 and 14 (scenarios 1 to 5).
public final class SweepPolicy {
    private final OperationRecord record;
    private final String cluster;
    private final VolumesResult volumes;
    private final ClaimState claim;
    private final SweepLimits limits;
    private final Instant now;

    private SweepPolicy(
            OperationRecord record,
            String cluster,
            VolumesResult volumes,
            ClaimState claim,
            SweepLimits limits,
            Instant now) {
        this.record = record;
        this.cluster = cluster;
        this.volumes = volumes;
        this.claim = claim;
        this.limits = limits;
        this.now = now;
    }

    /// Decides about the record of a create.
    ///
    /// @param cluster the cluster id; volumes that other clusters use are never deleted or reported
    /// @param volumes the volumes with the name of the record, if they are known
    public static SweepDecision ofCreate(
            OperationRecord record,
            String cluster,
            VolumesResult volumes,
            ClaimState claim,
            SweepLimits limits,
            Instant now) {
        String name = OperationName.ofVolume(record.name());
        VolumesResult named = volumes instanceof VolumesResult.Found(List<ObservedVolume> all)
                ? new VolumesResult.Found(all.stream()
                        .filter(volume -> volume.name().equals(name))
                        .toList())
                : volumes;
        return new SweepPolicy(record, cluster, named, claim, limits, now).create();
    }

    /// Decides about the record of a delete or an expand. While an attempt may still run, the record stays, also
    /// if a later one has succeeded: a volume with the same id must not be created meanwhile. A record that makes
    /// the next delete wait stays, too.
    ///
    /// @param isNamedByCreate true if the record of a create names the volume: that create asks for this record
    public static SweepDecision ofChange(
            OperationRecord record, boolean isNamedByCreate, SweepLimits limits, Instant now) {
        var policy = new SweepPolicy(record, "", new VolumesResult.NotAsked(), ClaimState.UNKNOWN, limits, now);
        return !policy.mayStillRun()
                        && record.waitAfterRegistration(now).isEmpty()
                        && !isNamedByCreate
                        && policy.isOlderThan(limits.retention())
                ? new SweepDecision.Forget()
                : new SweepDecision.Keep();
    }

    /// Decides about the record of a snapshot.
    ///
    /// @param isCloneOver true if no create may need the snapshot any more; only of a temporary one
    /// @param volumes     the source of the snapshot with all its snapshots, if it is known
    public static SweepDecision ofSnapshot(
            OperationRecord record, boolean isCloneOver, VolumesResult volumes, SweepLimits limits, Instant now) {
        return new SweepPolicy(record, "", volumes, ClaimState.UNKNOWN, limits, now).snapshot(isCloneOver);
    }

    /// Returns true if the create of a clone may still need its temporary snapshot. If no call repeats it, it does not
    /// when no attempt can run any more.
    ///
    /// @param create the record of the create
    public static boolean mayNeedSnapshot(OperationRecord create, SweepLimits limits, Instant now) {
        return !create.isOver()
                && new SweepPolicy(create, "", new VolumesResult.NotAsked(), ClaimState.UNKNOWN, limits, now)
                        .mayStillRun();
    }

    private SweepDecision snapshot(boolean isCloneOver) {
        if (!isOlderThan(limits.retention())) {
            return new SweepDecision.Keep();
        }
        Optional<String> temporary = OperationName.temporaryOf(record);
        if (temporary.isEmpty() && record.isDone() && hasOnlyOwnAttempt()) {
            return new SweepDecision.Forget();
        }
        if (!(volumes instanceof VolumesResult.Found(List<ObservedVolume> found))) {
            return volumes instanceof VolumesResult.NotAsked
                    ? new SweepDecision.AskVolumes()
                    : new SweepDecision.Keep();
        }
        if (temporary.isPresent() && !isCloneOver) {
            return new SweepDecision.Keep();
        }
        boolean isListed = found.stream().anyMatch(volume -> volume.id().equals(record.volumeId()));
        if (!isListed && !isOlderThan(limits.attemptLifetime())) {
            // CNS may have forgotten the volume. The synchronisation registers it again, and its snapshots show.
            return new SweepDecision.Keep();
        }
        Set<String> unused = found.stream()
                .filter(volume -> volume.id().equals(record.volumeId()))
                .flatMap(volume -> volume.snapshots().stream())
                .filter(snapshot -> temporary.equals(Optional.of(snapshot.description()))
                        || (record.isDone()
                                && snapshot.description().equals(record.name())
                                && !snapshot.id().equals(record.snapshotId())))
                .map(ObservedSnapshot::id)
                .collect(Collectors.toSet());
        return unused.isEmpty() ? forgetLater() : new SweepDecision.DeleteDuplicates(unused);
    }

    private SweepDecision create() {
        if (!isOlderThan(limits.retention())) {
            return new SweepDecision.Keep();
        }
        return record.isDone() && !record.volumeId().isEmpty() ? finished() : unfinished();
    }

    /// Returns true if there was certainly no other attempt. Go overwrites an attempt without a task, so its record
    /// does not show that an earlier call may have made something, too.
    ///
    /// Rule from: handover 3; Go `StoreRequestDetails`.
    private boolean hasOnlyOwnAttempt() {
        return record.attempts().size() == 1 && record.attempts().stream().allMatch(OperationAttempt::isOwn);
    }

    private boolean isTooYoungForUnknownClaim() {
        return claim == ClaimState.UNKNOWN && !isOlderThan(limits.attemptLifetime());
    }

    private SweepDecision finished() {
        if (hasOnlyOwnAttempt() && claim == ClaimState.BOUND) {
            return new SweepDecision.Forget();
        }
        if (isTooYoungForUnknownClaim() && record.attempts().size() == 1) {
            return new SweepDecision.Keep();
        }
        if (!(volumes instanceof VolumesResult.Found(List<ObservedVolume> all))) {
            return volumes instanceof VolumesResult.NotAsked
                    ? new SweepDecision.AskVolumes()
                    : new SweepDecision.Keep();
        }
        List<ObservedVolume> named = own(all);
        Set<String> duplicates = unused(named, volume -> !isRecorded(volume));
        // The volume of the claim may have entities of another cluster, too.
        if (!duplicates.isEmpty() && (all.stream().anyMatch(this::isRecorded) || claim == ClaimState.GONE)) {
            return new SweepDecision.DeleteDuplicates(duplicates);
        }
        return switch (byVolumes(named)) {
            case GONE ->
                named.stream().anyMatch(this::isRecorded) ? orphans(unused(named, this::isRecorded)) : forgetLater();
            case BOUND -> forgetLater();
            case WAITING, UNKNOWN -> new SweepDecision.Keep();
        };
    }

    /// The names of requests say nothing about their claims if csi-provisioner gives other names than by default. Then
    /// the volumes decide, when no attempt can run any more: such records would stay for ever.
    private ClaimState byVolumes(List<ObservedVolume> named) {
        if (claim != ClaimState.UNKNOWN || isTooYoungForUnknownClaim()) {
            return claim;
        }
        if (named.isEmpty()) {
            return ClaimState.GONE;
        }
        return named.stream().anyMatch(volume -> isRecorded(volume) && volume.isInUse())
                ? ClaimState.BOUND
                : ClaimState.UNKNOWN;
    }

    private SweepDecision unfinished() {
        if (claim == ClaimState.WAITING || isTooYoungForUnknownClaim()) {
            return new SweepDecision.Keep();
        }
        if (!(volumes instanceof VolumesResult.Found(List<ObservedVolume> all))) {
            return volumes instanceof VolumesResult.NotAsked
                    ? new SweepDecision.AskVolumes()
                    : new SweepDecision.Keep();
        }
        List<ObservedVolume> named = own(all);
        if (byVolumes(named) == ClaimState.UNKNOWN) {
            return new SweepDecision.Keep();
        }
        Set<String> unused = unused(named, _ -> true);
        return unused.isEmpty() ? forgetLater() : orphans(unused);
    }

    /// Orphans are reported and not deleted: that a volume seems unused is no order to destroy its data.
    ///
    /// Rule from: decision 28. Differs from csi-production 9, which describes an option.
    private SweepDecision orphans(Set<String> ids) {
        return ids.isEmpty() || !isOlderThan(limits.orphanAge())
                ? new SweepDecision.Keep()
                : new SweepDecision.ReportOrphans(ids);
    }

    private SweepDecision forgetLater() {
        return mayStillRun() ? new SweepDecision.Keep() : new SweepDecision.Forget();
    }

    /// Returns the volumes that only this cluster uses.
    private List<ObservedVolume> own(List<ObservedVolume> volumes) {
        return volumes.stream().filter(volume -> volume.isOwnOf(cluster)).toList();
    }

    private boolean isRecorded(ObservedVolume volume) {
        return volume.id().equals(record.volumeId());
    }

    private static Set<String> unused(List<ObservedVolume> volumes, Predicate<ObservedVolume> which) {
        return volumes.stream()
                .filter(which)
                .filter(volume -> !volume.isInUse() && !volume.isAttached() && !volume.hasSnapshots())
                .map(ObservedVolume::id)
                .collect(Collectors.toSet());
    }

    private boolean mayStillRun() {
        return record.attempts().stream()
                .anyMatch(attempt -> !attempt.isSettled()
                        && attempt.invoked().plus(limits.attemptLifetime()).isAfter(now));
    }

    private boolean isOlderThan(Duration age) {
        return record.attempts().stream()
                .noneMatch(attempt -> attempt.invoked().plus(age).isAfter(now));
    }
}
