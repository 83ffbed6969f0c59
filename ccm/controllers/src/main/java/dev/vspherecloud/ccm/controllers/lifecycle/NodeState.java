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

/// What is remembered of one Node between reconciliations: its VM when it was last found, and the check results
/// since then.
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

    /// The time between two checks, as it was with the newest answer.
    private Duration interval = Duration.ZERO;

    private AbsenceHistory absenceHistory = AbsenceHistory.EMPTY;
    private boolean isAnnounced;
    private boolean isDeleted;

    /// Another VM that vCenter shows in the place of the Node's.
    private Optional<VmRef> otherVm = Optional.empty();

    /// The reports that prove the Node's VM absent while the other is shown: the first, and the newest.
    private Optional<ExistenceCheckResult> firstAbsent = Optional.empty();

    private Optional<ExistenceCheckResult> lastAbsent = Optional.empty();

    /// @param uid of the Node: a later Node of the same name has another one
    NodeState(String uid) {
        this.uid = uid;
    }

    boolean isOf(NodeView node) {
        return uid.equals(node.meta().uid());
    }

    /// Records that the VM was found. Values that its vCenter does not report at the moment keep their last state.
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

    /// Records that another VM is found in the place of the Node's. If that VM was not found before, the series of
    /// reports starts again.
    ///
    /// @return true if that is new
    boolean onOtherVmFound(Vm vm) {
        Optional<VmRef> now = Optional.of(vm.identity().ref());
        boolean isNew = !now.equals(otherVm);
        if (isNew) {
            endAbsence();
        }
        otherVm = now;
        return isNew;
    }

    /// Records that no other VM is shown any more.
    ///
    /// @return true if another one was shown before
    boolean onOtherVmGone() {
        boolean isNew = otherVm.isPresent();
        otherVm = Optional.empty();
        return isNew;
    }

    /// Records that the Node's VM is proven absent while another is shown.
    ///
    /// @param maxGap how long after the previous report a report continues the series
    /// @return for how long the VM has been absent
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

    /// Ends the series of reports that prove the Node's VM absent.
    void endAbsence() {
        firstAbsent = Optional.empty();
        lastAbsent = Optional.empty();
    }

    /// Returns true if this is the VM of the Node as this process itself saw it.
    boolean hasSeen(Vm vm) {
        return lastSeen.filter(seen -> seen.refersTo(vm)).isPresent();
    }

    /// Returns the VM of the Node as this process itself saw it; empty if it did not. No Node can write this
    /// value.
    Optional<RecordedVm> lastSeen() {
        return lastSeen;
    }

    /// Returns true if this process itself read the event position from the vCenter of the VM.
    boolean isPositionKnown(Optional<EventPosition> mark) {
        return mark.isPresent() && lastSeen.flatMap(RecordedVm::seenAt).equals(mark);
    }

    /// Returns the VM of the Node as it was when it was last found. It is empty if the VM was never found, or if
    /// the Node may run on another machine by now.
    Optional<RecordedVm> vm(NodeView node) {
        Optional<RecordedVm> recorded = node.recordedVm();
        return lastSeen.filter(_ -> lastBiosUuid.filter(node::runsOn).isPresent())
                .map(seen -> recorded.map(seen::completedBy).orElse(seen))
                .or(() -> recorded);
    }

    /// Returns the presence of the VM, for the count of all that are missing.
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

    /// Starts the checks of a missing VM.
    ///
    /// @param isSilent whether its kubelet is silent; results from before a change of this no longer count
    /// @return true if that is new
    boolean open(boolean isSilent, long now) {
        if (openedAt.isPresent() && isSilent == isKubeletSilent) {
            return false;
        }
        close();
        isKubeletSilent = isSilent;
        openedAt = OptionalLong.of(now);
        return true;
    }

    /// Returns true if the first answer is still awaited and not late.
    boolean awaitsFirstResult(long now) {
        return openedAt.isPresent()
                && currentResult().isEmpty()
                && now - openedAt.getAsLong() < FIRST_RESULT_DEADLINE.toNanos();
    }

    /// Discards all check results.
    void close() {
        absenceHistory = AbsenceHistory.EMPTY;
        openedAt = OptionalLong.empty();
        isAnnounced = false;
        prechecks = 0;
    }

    AbsenceHistory absenceHistory() {
        return absenceHistory;
    }

    /// Returns true if the report was not taken before. Of two reports to one question the later one contradicts
    /// the other.
    boolean isNewResult(ExistenceCheckResult result) {
        return newestResult
                .filter(before -> result.askedAt() - before.askedAt() <= 0
                        && (result.askedAt() != before.askedAt() || result.answeredAt() - before.answeredAt() <= 0))
                .isEmpty();
    }

    /// @return whether the report counts: it is about this VM, and all of it was asked since the VM is missing
    boolean onResult(ExistenceCheckResult result, RecordedVm vm) {
        newestResult = Optional.of(result);
        return currentResult()
                .filter(_ -> result.request().vm().ref().equals(vm.ref()))
                .isPresent();
    }

    /// Returns the newest report since the VM is missing.
    Optional<ExistenceCheckResult> currentResult() {
        return newestResult.filter(result -> openedAt.isPresent() && result.askedAt() - openedAt.getAsLong() >= 0);
    }

    /// Returns the vCenters that were searched for the newest report, and answered.
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

    /// Returns the vCenters that did not answer for the newest report, in the form of a VM lookup; empty if all
    /// answered.
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

    /// Returns the slower one of this pace and that of the previous answer.
    Duration slowerInterval(Duration now) {
        Duration slower = now.compareTo(interval) < 0 ? interval : now;
        interval = now;
        return slower;
    }

    void observe(Observation observation, Duration maxGap) {
        absenceHistory = absenceHistory.with(observation, maxGap);
        updateDestroyed(observation.absence());
    }

    /// Records what vCenter answers while the kubelet is alive. It proves nothing about the Node, but tells a
    /// planned removal from a loss.
    void precheck(AbsenceResult absence) {
        prechecks += absence instanceof AbsenceResult.Inconclusive ? 0 : 1;
        updateDestroyed(absence);
    }

    /// Returns true if further checks of this kind tell nothing new. The events of a VM may come a little later
    /// than its end.
    boolean isPrechecked() {
        return isDestroyed || prechecks >= MAX_PRECHECKS;
    }

    private void updateDestroyed(AbsenceResult absence) {
        isDestroyed |= absence instanceof AbsenceResult.Absent(var _, var destruction) && destruction.isPresent();
    }

    /// Returns true if the kubelet sent a heartbeat since the newest observation.
    boolean hasHeartbeatChanged(NodeView node) {
        return absenceHistory
                .newest()
                .filter(newest -> !newest.heartbeat().equals(node.health().heartbeat()))
                .isPresent();
    }

    /// Returns true if the delete of the Node is to be announced, and marks it as announced.
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
