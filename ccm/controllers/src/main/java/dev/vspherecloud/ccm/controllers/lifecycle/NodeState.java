package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.VmPresence;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.AbsenceHistory;
import dev.vspherecloud.domain.existence.AbsenceResult;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The state of one Node between reconciliations: its VM when this process last found it, and the results of the
/// existence checks since then.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class NodeState {
    private static final int MAX_PRECHECKS = 3;

    private static final Duration FIRST_RESULT_DEADLINE = Duration.ofSeconds(30);

    private final String uid;
    private Optional<RecordedVm> lastSeen = Optional.empty();
    private Optional<SystemUuid> lastBiosUuid = Optional.empty();
    private OptionalLong missingSince = OptionalLong.empty();
    private boolean isDestroyed;
    private int prechecks;
    private OptionalLong openedAt = OptionalLong.empty();
    private boolean isKubeletSilent;
    private Optional<ExistenceCheckResult> newestResult = Optional.empty();

    /// The time between two checks of the VM when the newest check result arrived.
    private Duration interval = Duration.ZERO;

    private AbsenceHistory absenceHistory = AbsenceHistory.EMPTY;
    private boolean isAnnounced;
    private boolean isDeleted;

    /// Another VM that vCenter shows instead of the Node's VM; empty if there is none.
    private Optional<VmRef> otherVm = Optional.empty();

    /// The first and the newest check result of the series that proves the Node's VM absent while vCenter shows
    /// another VM.
    private Optional<ExistenceCheckResult> firstAbsent = Optional.empty();

    private Optional<ExistenceCheckResult> lastAbsent = Optional.empty();

    /// Creates the state of a Node.
    ///
    /// @param uid the UID of the Node; a later Node of the same name has another UID
    NodeState(String uid) {
        this.uid = uid;
    }

    boolean isOf(NodeView node) {
        return uid.equals(node.meta().uid());
    }

    /// Records that vCenter shows the Node's VM. A value that vCenter does not report at the moment keeps its last
    /// state.
    void onVmFound(Vm vm) {
        RecordedVm now = RecordedVm.of(vm);
        lastSeen = Optional.of(lastSeen.filter(before -> before.refersTo(vm))
                .map(before -> new RecordedVm(
                        now.ref(),
                        now.instanceUuid(),
                        now.parents().or(before::parents),
                        now.seenAt().or(before::seenAt)))
                .orElse(now));
        lastBiosUuid = Optional.of(vm.identity().biosUuid());
        isDestroyed = false;
        prechecks = 0;
        missingSince = OptionalLong.empty();
    }

    /// Records that vCenter shows another VM instead of the Node's VM. If that VM was not shown before, the series
    /// of absence results starts again.
    ///
    /// @return true if that VM was not shown before
    boolean onOtherVmFound(Vm vm) {
        Optional<VmRef> now = Optional.of(vm.identity().ref());
        boolean isNew = !now.equals(otherVm);
        if (isNew) {
            endAbsence();
        }
        otherVm = now;
        return isNew;
    }

    /// Records that vCenter no longer shows another VM instead of the Node's VM.
    ///
    /// @return true if it showed one before
    boolean onOtherVmGone() {
        boolean isNew = otherVm.isPresent();
        otherVm = Optional.empty();
        return isNew;
    }

    /// Records a check result that proves the Node's VM absent while vCenter shows another VM.
    ///
    /// @param maxGap the maximum time after the previous such result for this one to continue the series
    /// @return how long the VM has been absent without a gap
    Duration absent(ExistenceCheckResult result, Duration maxGap) {
        boolean continues = lastAbsent
                .filter(before -> result.askedAt() - before.answeredAt() <= maxGap.toNanos())
                .isPresent();
        if (!continues) {
            firstAbsent = Optional.of(result);
        }
        lastAbsent = Optional.of(result);
        return Duration.ofNanos(
                Math.max(0, result.askedAt() - firstAbsent.orElse(result).answeredAt()));
    }

    /// Discards the series of check results that prove the Node's VM absent while vCenter shows another VM.
    void endAbsence() {
        firstAbsent = Optional.empty();
        lastAbsent = Optional.empty();
    }

    /// Returns true if this process itself saw that the Node runs on this VM.
    boolean hasSeen(Vm vm) {
        return lastSeen.filter(seen -> seen.refersTo(vm)).isPresent();
    }

    /// Returns the Node's VM as this process itself last saw it; empty if this process never saw it. A kubelet
    /// cannot forge this value.
    Optional<RecordedVm> lastSeen() {
        return lastSeen;
    }

    /// Returns true if this process itself read this event position from the vCenter of the Node's VM.
    boolean isPositionKnown(Optional<EventPosition> position) {
        return position.isPresent() && lastSeen.flatMap(RecordedVm::seenAt).equals(position);
    }

    /// Returns the Node's VM as it was when it was last found. Returns empty if it was never found, or if the Node
    /// may run on another machine by now.
    Optional<RecordedVm> vm(NodeView node) {
        Optional<RecordedVm> recorded = node.recordedVm();
        return lastSeen.filter(_ -> lastBiosUuid.filter(node::runsOn).isPresent())
                .map(seen -> recorded.map(seen::completedBy).orElse(seen))
                .or(() -> recorded);
    }

    /// Returns the presence of the Node's VM, for the deletion breaker.
    VmPresence vmPresence(NodeView node, VmLookup lookup, long now) {
        if (node.health().isLeaving() || node.health().isDeleting() || isDestroyed) {
            return new VmPresence.Leaving();
        }
        return switch (lookup) {
            case VmLookup.Missing _ -> new VmPresence.Missing(missingSince(now));
            case VmLookup.Unknown _, VmLookup.Pending _ -> new VmPresence.Unknown();
            case VmLookup.Found _,
                    VmLookup.Ambiguous _,
                    VmLookup.Conflict _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _,
                    VmLookup.Unreadable _ -> {
                missingSince = OptionalLong.empty();
                yield new VmPresence.Present();
            }
        };
    }

    private long missingSince(long now) {
        if (missingSince.isEmpty()) {
            missingSince = OptionalLong.of(now);
        }
        return missingSince.getAsLong();
    }

    /// Starts the series of existence checks of a missing VM.
    ///
    /// @param isSilent true if the cluster has lost contact to the kubelet. If this changes, earlier results no
    ///     longer count
    /// @return true if a new series started
    boolean open(boolean isSilent, long now) {
        if (openedAt.isPresent() && isSilent == isKubeletSilent) {
            return false;
        }
        close();
        isKubeletSilent = isSilent;
        openedAt = OptionalLong.of(now);
        return true;
    }

    /// Returns true if the series of checks has no result yet, and the first one is not late.
    boolean awaitsFirstResult(long now) {
        return openedAt.isPresent()
                && currentResult().isEmpty()
                && now - openedAt.getAsLong() < FIRST_RESULT_DEADLINE.toNanos();
    }

    /// Ends the series of existence checks and discards its results.
    void close() {
        absenceHistory = AbsenceHistory.EMPTY;
        openedAt = OptionalLong.empty();
        isAnnounced = false;
        prechecks = 0;
    }

    AbsenceHistory absenceHistory() {
        return absenceHistory;
    }

    /// Returns true if this check result was not evaluated before. Of two results of one check the later one is
    /// new, because it contradicts the first.
    boolean isNewResult(ExistenceCheckResult result) {
        return newestResult
                .filter(before -> result.askedAt() - before.askedAt() <= 0
                        && (result.askedAt() != before.askedAt() || result.answeredAt() - before.answeredAt() <= 0))
                .isEmpty();
    }

    /// Stores the newest check result.
    ///
    /// @return true if the result counts: it is about this VM, and the check began after the VM went missing
    boolean onResult(ExistenceCheckResult result, RecordedVm vm) {
        newestResult = Optional.of(result);
        return currentResult()
                .filter(_ -> result.request().vm().ref().equals(vm.ref()))
                .isPresent();
    }

    /// Returns the newest check result that was asked for after the VM went missing.
    Optional<ExistenceCheckResult> currentResult() {
        return newestResult.filter(result -> openedAt.isPresent() && result.askedAt() - openedAt.getAsLong() >= 0);
    }

    /// Returns the names of the vCenters that answered the search for the newest check result.
    List<String> searched() {
        return currentResult().stream()
                .flatMap(result -> result.searches().stream())
                .flatMap(answer -> vcenter(answer).stream())
                .toList();
    }

    private static Optional<String> vcenter(UuidSearchResult answer) {
        return switch (answer) {
            case UuidSearchResult.Nothing(String vcenter) -> Optional.of(vcenter);
            case UuidSearchResult.Hit(String vcenter, var _) -> Optional.of(vcenter);
            case UuidSearchResult.Unanswered _ -> Optional.empty();
        };
    }

    /// Returns the vCenters that did not answer for the newest check result, in the form of a VM lookup. Returns
    /// empty if all answered.
    Optional<VmLookup> silentVcenters() {
        List<VmLookup.Silence> silences = currentResult().stream()
                .flatMap(result -> Stream.concat(
                        result.ownerResult() instanceof OwnerVcenterResult.Unanswered(var silence)
                                ? Stream.of(silence)
                                : Stream.of(),
                        result.searches().stream()
                                .flatMap(answer -> answer instanceof UuidSearchResult.Unanswered(var silence)
                                        ? Stream.of(silence)
                                        : Stream.of())))
                .toList();
        return silences.isEmpty() ? Optional.empty() : Optional.of(new VmLookup.Unknown(silences));
    }

    /// Returns the longer of two times between checks: this one and the one of the previous answer.
    Duration slowerInterval(Duration now) {
        Duration slower = now.compareTo(interval) < 0 ? interval : now;
        interval = now;
        return slower;
    }

    void observe(Observation observation, Duration maxGap) {
        absenceHistory = absenceHistory.with(observation, maxGap);
        updateDestroyed(observation.absence());
    }

    /// Records what vCenter answers while the kubelet is alive. Such an answer is no existence proof, but shows the
    /// breaker whether the VM was destroyed.
    void precheck(AbsenceResult absence) {
        prechecks += absence instanceof AbsenceResult.Inconclusive ? 0 : 1;
        updateDestroyed(absence);
    }

    /// Returns true if further checks while the kubelet is alive are not useful. Several are needed, because
    /// vCenter may write the events of a destroyed VM a little later.
    boolean isPrechecked() {
        return isDestroyed || prechecks >= MAX_PRECHECKS;
    }

    private void updateDestroyed(AbsenceResult absence) {
        isDestroyed |= absence instanceof AbsenceResult.Absent(var _, var destruction) && destruction.isPresent();
    }

    /// Returns true if the kubelet sent a heartbeat after the newest observation.
    boolean hasHeartbeatChanged(NodeView node) {
        return absenceHistory
                .newest()
                .filter(newest -> !newest.heartbeat().equals(node.health().heartbeat()))
                .isPresent();
    }

    /// Returns true if the Event about the deletion of the Node was not posted yet, and marks it as posted.
    boolean markAnnounced() {
        boolean isNew = !isAnnounced;
        isAnnounced = true;
        return isNew;
    }

    void delete() {
        isDeleted = true;
    }

    boolean isDeleted() {
        return isDeleted;
    }
}
