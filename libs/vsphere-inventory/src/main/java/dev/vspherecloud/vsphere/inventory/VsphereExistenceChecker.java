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
/// Each watcher asks its own vCenter. If a vCenter fails or hangs, the others are not delayed, and the combined
/// result is delayed for a limited time only. See [PendingCheck] for a result that does not wait for such a
/// vCenter at all.
///
/// Threads: any; the requests are kept in a concurrent map, and the watchers answer on their own threads.
public final class VsphereExistenceChecker implements ExistenceChecker {
    private final VsphereInstances instances;
    private final Consumer<NodeName> onNodeChanged;
    private final LongSupplier nanoTime;
    private final Map<NodeName, CheckKey> checks = new ConcurrentHashMap<>();

    /// Creates a checker.
    ///
    /// @param instances supplies the watchers of the current configuration
    /// @param onNodeChanged   called with every Node for which there is a new result
    /// @param nanoTime  a monotonic clock, as [System#nanoTime]
    public VsphereExistenceChecker(
            VsphereInstances instances, Consumer<NodeName> onNodeChanged, LongSupplier nanoTime) {
        this.instances = instances;
        this.onNodeChanged = onNodeChanged;
        this.nanoTime = nanoTime;
    }

    /// The pending check of one Node, and the last one that has a result.
    private record CheckKey(
            Optional<PendingCheck<VcenterWatcher>> pending, Optional<PendingCheck<VcenterWatcher>> completed) {
        /// Returns true if the check still matters. It matters also after its result, which may lack the
        /// answers of some vCenters.
        boolean contains(PendingCheck<VcenterWatcher> check) {
            return pending.equals(Optional.of(check)) || completed.equals(Optional.of(check));
        }

        CheckKey withCompleted(PendingCheck<VcenterWatcher> check) {
            return new CheckKey(pending.filter(each -> !each.equals(check)), Optional.of(check));
        }
    }

    /// Starts a check. If the same check is in progress, does nothing: frequent requests must not delay the
    /// result for ever.
    @Override
    public void submit(ExistenceCheckRequest request) {
        List<VcenterWatcher> watchers = instances.watchers();
        var pending = new PendingCheck<>(request, watchers, nanoTime.getAsLong());
        CheckKey now = checks.compute(
                request.node(),
                (_, before) -> isInProgress(before, pending)
                        ? before
                        : new CheckKey(
                                Optional.of(pending),
                                Optional.ofNullable(before).flatMap(CheckKey::completed)));
        if (now.pending().equals(Optional.of(pending))) {
            watchers.forEach(watcher ->
                    watcher.enqueueCheck(request, nanoTime.getAsLong(), result -> onResult(pending, watcher, result)));
        }
    }

    private static boolean isInProgress(@Nullable CheckKey nodeChecks, PendingCheck<VcenterWatcher> other) {
        return nodeChecks != null
                && nodeChecks
                        .pending()
                        .filter(pending -> pending.request().equals(other.request())
                                && pending.watchers().equals(other.watchers()))
                        .isPresent();
    }

    private void onResult(PendingCheck<VcenterWatcher> pending, VcenterWatcher watcher, VcenterCheckResult result) {
        pending.addResult(watcher, result, nanoTime.getAsLong())
                .or(() -> completeWithoutSilent(pending))
                .filter(_ -> publish(pending))
                .ifPresent(_ -> onNodeChanged.accept(pending.request().node()));
    }

    private Optional<ExistenceCheckResult> completeWithoutSilent(PendingCheck<VcenterWatcher> pending) {
        UUID ownerVcenter = pending.request().vm().ref().vcenter();
        return pending.completeWithoutSilent(watcher -> watcher.assumedResult(ownerVcenter), nanoTime.getAsLong());
    }

    /// Records that the check has a result.
    ///
    /// @return true if the check still matters
    private boolean publish(PendingCheck<VcenterWatcher> pending) {
        CheckKey now = checks.computeIfPresent(
                pending.request().node(),
                (_, nodeChecks) -> nodeChecks.contains(pending) ? nodeChecks.withCompleted(pending) : nodeChecks);
        return now != null && now.completed().equals(Optional.of(pending));
    }

    /// Returns the last result, unless its vCenters are not those of the current configuration. Before that,
    /// completes a pending check if a vCenter counts as silent by now.
    @Override
    public Optional<ExistenceCheckResult> result(NodeName node) {
        Optional.ofNullable(checks.get(node))
                .flatMap(CheckKey::pending)
                .ifPresent(pending -> completeWithoutSilent(pending).ifPresent(_ -> publish(pending)));
        return Optional.ofNullable(checks.get(node))
                .flatMap(CheckKey::completed)
                .filter(completed -> completed.watchers().equals(instances.watchers()))
                .flatMap(PendingCheck::latestResult);
    }

    @Override
    public void cancel(NodeName node) {
        checks.remove(node);
        instances.watchers().forEach(watcher -> watcher.cancelCheck(node));
    }

    @Override
    public Map<String, VcenterEventPosition> positions() {
        var positions = new LinkedHashMap<String, VcenterEventPosition>();
        instances.watchers().forEach(watcher -> watcher.eventPosition()
                .ifPresent(position -> positions.put(watcher.name(), position)));
        return positions;
    }

    @Override
    public Optional<Duration> timeSinceConfirmed(String vcenter) {
        return instances.watchers().stream()
                .filter(watcher -> watcher.name().equals(vcenter))
                .findFirst()
                .flatMap(VcenterWatcher::timeSinceConfirmed);
    }
}
