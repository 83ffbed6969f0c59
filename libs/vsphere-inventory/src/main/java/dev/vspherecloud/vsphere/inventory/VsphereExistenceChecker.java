package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.vsphere.inventory.absence.VcenterCheckResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Checks in all watched vCenters whether a VM exists, if their snapshots do not show it.
///
/// Each watcher asks its own vCenter. If a vCenter fails or hangs, the others are not delayed, and the report is
/// delayed for a limited time only. See [PendingCheck] for a report that does not wait for such a vCenter at all.
///
/// Threads: any; the requests are kept in a concurrent map, and the watchers answer on threads of theirs.
public final class VsphereExistenceChecker implements ExistenceChecker {
    private final VsphereInstances instances;
    private final Consumer<NodeName> changed;
    private final LongSupplier nanoTime;
    private final Map<NodeName, Matter> matters = new ConcurrentHashMap<>();

    /// @param instances whose watchers are asked, those of the configuration in force
    /// @param changed   called with every Node about which there is a new report
    /// @param nanoTime  a monotonic clock, as [System#nanoTime]
    public VsphereExistenceChecker(VsphereInstances instances, Consumer<NodeName> changed, LongSupplier nanoTime) {
        this.instances = instances;
        this.changed = changed;
        this.nanoTime = nanoTime;
    }

    /// The open request about one Node, and the last one that has a report.
    private record Matter(
            Optional<PendingCheck<VcenterWatcher>> open, Optional<PendingCheck<VcenterWatcher>> answered) {
        /// Returns true if the check still matters. It does so after its report, which may lack the answers of
        /// some vCenters.
        boolean isAbout(PendingCheck<VcenterWatcher> check) {
            return open.equals(Optional.of(check)) || answered.equals(Optional.of(check));
        }

        Matter answeredBy(PendingCheck<VcenterWatcher> check) {
            return new Matter(open.filter(each -> !each.equals(check)), Optional.of(check));
        }
    }

    /// Starts a check. If the same check is under way, this does nothing: frequent requests must not delay the
    /// answer for ever.
    @Override
    public void ask(ExistenceCheckRequest question) {
        List<VcenterWatcher> watchers = instances.watchers();
        var open = new PendingCheck<>(question, watchers, nanoTime.getAsLong());
        Matter now = matters.compute(
                question.node(),
                (_, before) -> isUnderWay(before, open)
                        ? before
                        : new Matter(
                                Optional.of(open), Optional.ofNullable(before).flatMap(Matter::answered)));
        if (now.open().equals(Optional.of(open))) {
            watchers.forEach(
                    watcher -> watcher.ask(question, nanoTime.getAsLong(), result -> heard(open, watcher, result)));
        }
    }

    private static boolean isUnderWay(@Nullable Matter matter, PendingCheck<VcenterWatcher> asked) {
        return matter != null
                && matter.open()
                        .filter(open -> open.question().equals(asked.question())
                                && open.asked().equals(asked.asked()))
                        .isPresent();
    }

    private void heard(PendingCheck<VcenterWatcher> open, VcenterWatcher watcher, VcenterCheckResult result) {
        open.answer(watcher, result, nanoTime.getAsLong())
                .or(() -> withoutSilent(open))
                .filter(_ -> publish(open))
                .ifPresent(_ -> changed.accept(open.question().node()));
    }

    private Optional<ExistenceCheckResult> withoutSilent(PendingCheck<VcenterWatcher> open) {
        UUID home = open.question().vm().ref().vcenter();
        return open.answerWithout(watcher -> watcher.silent(home), nanoTime.getAsLong());
    }

    /// @return whether the check is still of interest
    private boolean publish(PendingCheck<VcenterWatcher> open) {
        Matter now = matters.computeIfPresent(
                open.question().node(), (_, matter) -> matter.isAbout(open) ? matter.answeredBy(open) : matter);
        return now != null && now.answered().equals(Optional.of(open));
    }

    /// Returns the last report, but none by vCenters of a configuration that is no longer in force. Checks first
    /// whether a vCenter counts as silent by now.
    @Override
    public Optional<ExistenceCheckResult> report(NodeName node) {
        Optional.ofNullable(matters.get(node)).flatMap(Matter::open).ifPresent(open -> withoutSilent(open)
                .ifPresent(_ -> publish(open)));
        return Optional.ofNullable(matters.get(node))
                .flatMap(Matter::answered)
                .filter(answered -> answered.asked().equals(instances.watchers()))
                .flatMap(PendingCheck::report);
    }

    @Override
    public void dismiss(NodeName node) {
        matters.remove(node);
        instances.watchers().forEach(watcher -> watcher.dismiss(node));
    }

    @Override
    public Map<String, VcenterEventPosition> marks() {
        var marks = new LinkedHashMap<String, VcenterEventPosition>();
        instances.watchers().forEach(watcher -> watcher.mark().ifPresent(mark -> marks.put(watcher.name(), mark)));
        return marks;
    }

    @Override
    public Optional<Duration> age(String vcenter) {
        return instances.watchers().stream()
                .filter(watcher -> watcher.name().equals(vcenter))
                .findFirst()
                .flatMap(VcenterWatcher::age);
    }
}
