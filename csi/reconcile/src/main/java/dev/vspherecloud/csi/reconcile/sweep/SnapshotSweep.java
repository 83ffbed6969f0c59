package dev.vspherecloud.csi.reconcile.sweep;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.DeletionCause;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationKind;
import dev.vspherecloud.csi.domain.OperationName;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.domain.SweepDecision;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.SweepPolicy;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One sweep of the records of snapshots, and of the temporary snapshots of clones.
///
/// A clone that is not finished keeps its snapshot. A leftover snapshot would keep its source from being
/// expanded or deleted.
///
/// Rule from: csi-production 9.
///
/// Threads: one.
final class SnapshotSweep {
    private static final Logger log = LoggerFactory.getLogger(SnapshotSweep.class);

    private static final Duration VCENTER_BUDGET = Duration.ofSeconds(60);
    private static final Duration DELETE_BUDGET = Duration.ofMinutes(2);

    /// What csi-provisioner names its requests: a prefix and the UID of the claim. A snapshot without a record is
    /// deleted only if it was made for such a request.
    private static final Pattern OF_CLAIM =
            Pattern.compile("[a-z0-9][-a-z0-9.]*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final List<SweepVcenter> vcenters;
    private final Map<String, RecordState.Present> records;
    private final SweepLimits limits;
    private final Instant now;
    private final BiConsumer<String, RecordState.Present> forget;

    /// Creates a sweep.
    ///
    /// @param records all records, by name
    /// @param forget  deletes a record
    SnapshotSweep(
            List<SweepVcenter> vcenters,
            Map<String, RecordState.Present> records,
            SweepLimits limits,
            Instant now,
            BiConsumer<String, RecordState.Present> forget) {
        this.vcenters = vcenters;
        this.records = records;
        this.limits = limits;
        this.now = now;
        this.forget = forget;
    }

    /// Looks at all records of snapshots.
    void run() {
        records.forEach((name, present) -> {
            if (OperationName.kindOf(present.record()) == OperationKind.CREATE_SNAPSHOT) {
                sweep(name, present);
            }
        });
    }

    private void sweep(String name, RecordState.Present present) {
        OperationRecord record = present.record();
        Optional<String> clone = OperationName.temporaryOf(record)
                .flatMap(description -> OperationName.cloneOfTemporary(description, record.volumeId()));
        boolean isCloneOver = clone.filter(this::mayRun).isEmpty();
        SweepDecision decision = SweepPolicy.ofSnapshot(record, isCloneOver, new VolumesResult.NotAsked(), limits, now);
        if (!(decision instanceof SweepDecision.AskVolumes)) {
            carryOut(Optional.empty(), name, present, clone, decision);
            return;
        }
        for (SweepVcenter vcenter : vcenters) {
            VolumesResult volumes = vcenter.withSnapshots(Set.of(record.volumeId()), VCENTER_BUDGET);
            boolean isThere = volumes instanceof VolumesResult.Found(List<ObservedVolume> found) && !found.isEmpty();
            boolean isLast = vcenter.equals(vcenters.getLast());
            if (isThere || isLast || !(volumes instanceof VolumesResult.Found)) {
                carryOut(
                        Optional.of(vcenter),
                        name,
                        present,
                        clone,
                        SweepPolicy.ofSnapshot(record, isCloneOver, volumes, limits, now));
                return;
            }
        }
    }

    /// Returns true if a create of this name may still need its snapshot.
    private boolean mayRun(String create) {
        RecordState.Present present = records.get(OperationName.ofCreate(create));
        return present != null && SweepPolicy.mayNeedSnapshot(present.record(), limits, now);
    }

    private void carryOut(
            Optional<SweepVcenter> vcenter,
            String name,
            RecordState.Present present,
            Optional<String> clone,
            SweepDecision decision) {
        switch (decision) {
            case SweepDecision.Keep _, SweepDecision.AskVolumes _, SweepDecision.ReportOrphans _ -> {}
            case SweepDecision.Forget _ -> forget.accept(name, present);
            case SweepDecision.DeleteDuplicates(Set<String> ids) ->
                vcenter.ifPresent(each -> ids.forEach(id -> delete(
                        each,
                        present.record().volumeId(),
                        id,
                        Optional.of(new RecordPrecondition(name, present.version())),
                        clone.map(OperationName::ofCreate).orElse(name))));
        }
    }

    /// A temporary snapshot without a record.
    ///
    /// @param create the name of the request to create its clone
    private record Leftover(SweepVcenter vcenter, String volume, String snapshot, String create) {}

    /// Looks in CNS for temporary snapshots that have no record, for example because vsphere-csi-driver (Go) deleted
    /// it. Another cluster with the same cluster id may be making the clone. So a snapshot is deleted only if the
    /// claim of its clone is one of this cluster.
    ///
    /// @param claims reads the state of the claim of each create request
    void scan(Function<Set<String>, ListResult<Map<String, ClaimState>>> claims) {
        var leftovers = new ArrayList<Leftover>();
        for (SweepVcenter vcenter : vcenters) {
            Optional<String> problem = vcenter.eachWithSnapshots(VCENTER_BUDGET, volume -> volume.snapshots().stream()
                    .flatMap(snapshot -> leftover(vcenter, volume, snapshot).stream())
                    .forEach(leftovers::add));
            problem.ifPresent(cause -> notScanned(vcenter.server(), cause));
        }
        Set<String> clones = leftovers.stream().map(Leftover::create).collect(Collectors.toSet());
        if (clones.isEmpty()) {
            return;
        }
        switch (claims.apply(clones)) {
            case ListResult.Complete<Map<String, ClaimState>>(Map<String, ClaimState> states) ->
                leftovers.forEach(each -> delete(each, states.getOrDefault(each.create(), ClaimState.UNKNOWN)));
            case ListResult.Failed<Map<String, ClaimState>>(String cause) -> notScanned("", cause);
            case ListResult.KindUnknown<Map<String, ClaimState>>(String cause) -> notScanned("", cause);
        }
    }

    private static void notScanned(String vcenter, String cause) {
        log.atWarn()
                .addKeyValue("vcenter", vcenter)
                .addKeyValue("cause", cause)
                .log("Temporary snapshots are not swept");
    }

    private Optional<Leftover> leftover(SweepVcenter vcenter, ObservedVolume volume, ObservedSnapshot snapshot) {
        boolean isOld = snapshot.created()
                .filter(created -> created.plus(limits.orphanAge()).isBefore(now))
                .isPresent();
        return OperationName.cloneOfTemporary(snapshot.description(), volume.id())
                .filter(name -> isOld && OF_CLAIM.matcher(name).matches() && !mayRun(name))
                .filter(name -> !records.containsKey(
                        OperationName.ofSnapshot(OperationName.ofTemporarySnapshot(name), volume.id())))
                .filter(_ -> isOnlyOurs(vcenter, volume))
                .map(name -> new Leftover(vcenter, volume.id(), snapshot.id(), name));
    }

    private void delete(Leftover leftover, ClaimState claim) {
        switch (claim) {
            case BOUND, WAITING ->
                delete(
                        leftover.vcenter(),
                        leftover.volume(),
                        leftover.snapshot(),
                        Optional.empty(),
                        OperationName.ofCreate(leftover.create()));
            case GONE, UNKNOWN ->
                log.atWarn()
                        .addKeyValue("volume", leftover.volume())
                        .addKeyValue("snapshot", leftover.snapshot())
                        .addKeyValue("clone", leftover.create())
                        .log(
                                "The temporary snapshot of a clone stays, because this cluster does not have the claim of the clone; if no other cluster makes it, delete the snapshot with: govc volume.snapshot.rm");
        }
    }

    /// A list does not name the clusters of a volume.
    private static boolean isOnlyOurs(SweepVcenter vcenter, ObservedVolume volume) {
        return vcenter.withSnapshots(Set.of(volume.id()), VCENTER_BUDGET)
                        instanceof VolumesResult.Found(List<ObservedVolume> found)
                && found.stream().anyMatch(each -> each.clusters().equals(Set.of(vcenter.clusterId())));
    }

    private void delete(
            SweepVcenter vcenter,
            String volume,
            String snapshot,
            Optional<RecordPrecondition> precondition,
            String user) {
        VolumeDeleteResult result = vcenter.deleteUnusedSnapshot(
                new OperationRequest.DeleteSnapshot(volume, snapshot, false, DeletionCause.UNUSED),
                precondition,
                user,
                now.plus(DELETE_BUDGET));
        switch (result) {
            case VolumeDeleteResult.Deleted _ ->
                log.atInfo()
                        .addKeyValue("volume", volume)
                        .addKeyValue("snapshot", snapshot)
                        .log("Snapshot that nothing needs is deleted");
            case VolumeFailure failure ->
                log.atWarn()
                        .addKeyValue("volume", volume)
                        .addKeyValue("snapshot", snapshot)
                        .addKeyValue("cause", failure.message())
                        .log("Snapshot that nothing needs is not deleted, and the next sweep tries again");
        }
    }
}
