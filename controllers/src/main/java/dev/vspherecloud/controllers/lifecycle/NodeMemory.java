package dev.vspherecloud.controllers.lifecycle;

import dev.vspherecloud.domain.breaker.Standing;
import dev.vspherecloud.domain.existence.Absence;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.Dossier;
import dev.vspherecloud.domain.existence.Observation;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// What is remembered of one Node between looks: its VM when that was last there, and what was found out since.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined.
final class NodeMemory {
    private final String uid;
    private Optional<RecordedVm> lastSeen = Optional.empty();
    private OptionalLong missingSince = OptionalLong.empty();
    private boolean isDestroyed;
    private OptionalLong opened = OptionalLong.empty();
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
        missingSince = OptionalLong.empty();
    }

    /// The VM of the Node as it was when it was last there; empty when it never was.
    Optional<RecordedVm> vm(NodeView node) {
        Optional<RecordedVm> recorded = node.recordedVm();
        return lastSeen.map(seen -> recorded.filter(other ->
                                other.ref().equals(seen.ref()) && other.instanceUuid().equals(seen.instanceUuid()))
                        .map(other -> new RecordedVm(
                                seen.ref(),
                                seen.instanceUuid(),
                                seen.home().or(other::home),
                                seen.seen().or(other::seen)))
                        .orElse(seen))
                .or(() -> recorded);
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
    void open(long now) {
        if (opened.isEmpty()) {
            opened = OptionalLong.of(now);
        }
    }

    /// What was found out counts no more.
    void close() {
        dossier = Dossier.EMPTY;
        opened = OptionalLong.empty();
        isAnnounced = false;
    }

    boolean isOpen() {
        return opened.isPresent();
    }

    Dossier dossier() {
        return dossier;
    }

    /// Whether the report was not taken before.
    boolean isNew(AbsenceReport report) {
        return taken.filter(before -> report.asked() - before.asked() <= 0).isEmpty();
    }

    void take(AbsenceReport report) {
        taken = Optional.of(report);
    }

    /// Whether the report is about this VM, and all of it was asked since it is missing.
    boolean isAnswered(AbsenceReport report, RecordedVm vm) {
        return opened.isPresent()
                && report.asked() - opened.getAsLong() >= 0
                && report.question().vm().ref().equals(vm.ref());
    }

    void observe(Observation observation, Duration patience) {
        dossier = dossier.with(observation, patience);
        if (observation.absence() instanceof Absence.Evident(var _, var destruction) && destruction.isPresent()) {
            isDestroyed = true;
        }
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
