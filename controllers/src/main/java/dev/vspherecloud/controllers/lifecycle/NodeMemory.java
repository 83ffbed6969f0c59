package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.breaker.Standing;
import dev.vspherecloud.domain.existence.Absence;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.Dossier;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.existence.SearchAnswer;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// What is remembered of one Node between looks: its VM when that was last there, and what was found out since.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class NodeMemory {
    private static final int GLANCES = 3;

    private static final Duration EXPECTED = Duration.ofSeconds(30);

    /// At least; vCenter keeps them for 30 days unless it is told otherwise.
    private static final Duration EVENTS_LAST = Duration.ofDays(7);

    private final String uid;
    private Optional<RecordedVm> lastSeen = Optional.empty();
    private OptionalLong missingSince = OptionalLong.empty();
    private boolean isDestroyed;
    private int glances;
    private OptionalLong opened = OptionalLong.empty();
    private boolean isKubeletSilent;
    private Optional<AbsenceReport> taken = Optional.empty();
    private Dossier dossier = Dossier.EMPTY;
    private boolean isAnnounced;
    private boolean isDeleted;

    /// @param uid of the Node: a later one of the same name is another
    NodeMemory(String uid) {
        this.uid = uid;
    }

    boolean isOf(NodeView node) {
        return uid.equals(node.meta().uid());
    }

    /// The VM is there. What its vCenter does not say at the moment stays as it was said before.
    void see(Vm vm) {
        RecordedVm now = RecordedVm.of(vm);
        lastSeen = Optional.of(lastSeen.filter(before -> before.names(vm))
                .map(before -> new RecordedVm(
                        now.ref(),
                        now.instanceUuid(),
                        now.home().or(before::home),
                        now.seen().or(before::seen)))
                .orElse(now));
        isDestroyed = false;
        glances = 0;
        missingSince = OptionalLong.empty();
    }

    /// The VM of the Node as it was when it was last there; empty when it never was.
    Optional<RecordedVm> vm(NodeView node) {
        Optional<RecordedVm> recorded = node.recordedVm();
        return lastSeen.map(seen -> recorded.filter(other -> other.ref().equals(seen.ref())
                                && other.instanceUuid().equals(seen.instanceUuid()))
                        .map(other -> new RecordedVm(
                                seen.ref(), seen.instanceUuid(), seen.home().or(other::home), mark(seen, other)))
                        .orElse(seen))
                .or(() -> recorded);
    }

    /// The one of the record: a mark of our own was read some time after the VM was seen, when it may have been
    /// destroyed already. Unless that is so old that vCenter may have dropped its event, or of another history.
    private static Optional<EventMark> mark(RecordedVm seen, RecordedVm recorded) {
        return recorded.seen()
                .filter(mark -> seen.seen()
                        .filter(own -> own.contradicts(mark)
                                || Duration.between(mark.time(), own.time()).compareTo(EVENTS_LAST) > 0)
                        .isEmpty())
                .or(seen::seen);
    }

    /// How it stands with the VM, for the count of all that are missing.
    Standing standing(NodeView node, VmLookup lookup, long now) {
        if (node.health().leaving() || node.health().deleting() || isDestroyed) {
            return new Standing.Leaving();
        }
        return switch (lookup) {
            case VmLookup.Missing _ -> new Standing.Missing(missingSince(now));
            case VmLookup.Unknown _, VmLookup.Pending _ -> new Standing.Untold();
            case VmLookup.Found _,
                    VmLookup.Ambiguous _,
                    VmLookup.Conflict _,
                    VmLookup.Elsewhere _,
                    VmLookup.Placeholder _,
                    VmLookup.Template _,
                    VmLookup.Unreadable _ -> {
                missingSince = OptionalLong.empty();
                yield new Standing.Present();
            }
        };
    }

    private long missingSince(long now) {
        if (missingSince.isEmpty()) {
            missingSince = OptionalLong.of(now);
        }
        return missingSince.getAsLong();
    }

    /// From now on it is worth asking what became of the VM.
    ///
    /// @param isSilent whether its kubelet is; what was found out before that changed counts no more
    /// @return whether that is news
    boolean open(boolean isSilent, long now) {
        if (opened.isPresent() && isSilent == isKubeletSilent) {
            return false;
        }
        close();
        isKubeletSilent = isSilent;
        opened = OptionalLong.of(now);
        return true;
    }

    /// Whether the first answer is still to come, and nothing is wrong about that.
    boolean isExpectant(long now) {
        return opened.isPresent() && answered().isEmpty() && now - opened.getAsLong() < EXPECTED.toNanos();
    }

    /// What was found out counts no more.
    void close() {
        dossier = Dossier.EMPTY;
        opened = OptionalLong.empty();
        isAnnounced = false;
        glances = 0;
    }

    Dossier dossier() {
        return dossier;
    }

    /// Whether the report was not taken before.
    boolean isNew(AbsenceReport report) {
        return taken.filter(before -> report.asked() - before.asked() <= 0).isEmpty();
    }

    /// @return whether the report counts: it is about this VM, and all of it was asked since it is missing
    boolean take(AbsenceReport report, RecordedVm vm) {
        taken = Optional.of(report);
        return answered()
                .filter(_ -> report.question().vm().ref().equals(vm.ref()))
                .isPresent();
    }

    /// The newest report since the VM is missing.
    Optional<AbsenceReport> answered() {
        return taken.filter(report -> opened.isPresent() && report.asked() - opened.getAsLong() >= 0);
    }

    /// The vCenters that were searched for the newest report.
    List<String> searched() {
        return answered().stream()
                .flatMap(report -> report.searches().stream())
                .map(NodeMemory::vcenter)
                .toList();
    }

    private static String vcenter(SearchAnswer answer) {
        return switch (answer) {
            case SearchAnswer.Nothing(String vcenter) -> vcenter;
            case SearchAnswer.Hit(String vcenter, var _) -> vcenter;
            case SearchAnswer.Unanswered(VmLookup.Silence silence) -> silence.vcenter();
        };
    }

    /// The vCenters that could not be asked for the newest report, as if the VM had been looked up; empty when all
    /// answered.
    Optional<VmLookup> blamed() {
        List<VmLookup.Silence> silences = answered().stream()
                .flatMap(report -> Stream.concat(
                        report.home() instanceof HomeAnswer.Unanswered(var silence) ? Stream.of(silence) : Stream.of(),
                        report.searches().stream()
                                .flatMap(answer -> answer instanceof SearchAnswer.Unanswered(var silence)
                                        ? Stream.of(silence)
                                        : Stream.of())))
                .toList();
        return silences.isEmpty() ? Optional.empty() : Optional.of(new VmLookup.Unknown(silences));
    }

    void observe(Observation observation, Duration patience) {
        dossier = dossier.with(observation, patience);
        learn(observation.absence());
    }

    /// What vCenter says while the kubelet speaks: it proves nothing about the Node, and tells a farewell from a loss.
    void glance(Absence absence) {
        glances += absence instanceof Absence.Unclear ? 0 : 1;
        learn(absence);
    }

    /// Whether there is no more to be learnt in this way. Its events may come a little later than the end of a VM.
    boolean isGlancedAt() {
        return isDestroyed || glances >= GLANCES;
    }

    private void learn(Absence absence) {
        isDestroyed |= absence instanceof Absence.Evident(var _, var destruction) && destruction.isPresent();
    }

    /// Whether the kubelet spoke since the newest observation.
    boolean hasHeartbeatChanged(NodeView node) {
        return dossier.newest()
                .filter(newest -> !newest.heartbeat().equals(node.health().heartbeat()))
                .isPresent();
    }

    /// Whether it is to be said that the Node is about to be deleted, which is taken for done.
    boolean announces() {
        boolean isNews = !isAnnounced;
        isAnnounced = true;
        return isNews;
    }

    void delete() {
        isDeleted = true;
    }

    boolean isDeleted() {
        return isDeleted;
    }
}
