package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.vsphere.inventory.absence.VcenterCheckResult;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;

/// An existence check for one VM that all vCenters are asked, with their results so far.
///
/// The combined result waits for all vCenters, with one exception. The VM's own vCenter alone can prove that a
/// VM was destroyed, so that result does not wait for vCenters that are known not to answer. Those are still
/// asked. If one of them shows the VM later, there is another combined result.
///
/// Threads: any; guarded by the monitor of this object.
///
/// @param <W> the watcher of a vCenter that is asked
final class PendingCheck<W> {
    private final ExistenceCheckRequest request;
    private final List<W> watchers;
    private final long startedAt;
    private final Map<W, VcenterCheckResult> results = new HashMap<>();

    /// The assumed results of vCenters that had not answered when the combined result was created.
    private final Map<W, VcenterCheckResult> assumedResults = new HashMap<>();

    private Optional<ExistenceCheckResult> latestResult = Optional.empty();

    /// Creates a check without results.
    ///
    /// @param watchers the watchers, each of which answers once
    /// @param startedAt when they were asked, nanoseconds of one monotonic clock
    PendingCheck(ExistenceCheckRequest request, List<W> watchers, long startedAt) {
        this.request = request;
        this.watchers = List.copyOf(watchers);
        this.startedAt = startedAt;
    }

    ExistenceCheckRequest request() {
        return request;
    }

    List<W> watchers() {
        return watchers;
    }

    /// Returns the newest combined result; empty before the first.
    synchronized Optional<ExistenceCheckResult> latestResult() {
        return latestResult;
    }

    /// Adds the result of one vCenter.
    ///
    /// @return the combined result, if this was the last missing result, or if it contradicts the combined
    ///     result that was created without it
    synchronized Optional<ExistenceCheckResult> addResult(W watcher, VcenterCheckResult result, long now) {
        results.put(watcher, result);
        boolean isComplete = assumedResults.isEmpty() ? results.keySet().containsAll(watchers) : result.showsVm();
        return isComplete ? combineResults(now) : Optional.empty();
    }

    /// Creates the combined result without the vCenters that are known not to answer, if the VM was destroyed.
    ///
    /// @param assumedResult returns the assumed result of such a vCenter; empty for one that may answer at any
    ///     moment
    synchronized Optional<ExistenceCheckResult> completeWithoutSilent(
            Function<W, Optional<VcenterCheckResult>> assumedResult, long now) {
        List<W> missing =
                watchers.stream().filter(each -> !results.containsKey(each)).toList();
        if (missing.isEmpty() || !assumedResults.isEmpty() || !isDestroyed(results.values())) {
            return Optional.empty();
        }
        var assumed = new HashMap<W, VcenterCheckResult>();
        missing.forEach(each -> assumedResult.apply(each).ifPresent(result -> assumed.put(each, result)));
        if (assumed.size() < missing.size()) {
            return Optional.empty();
        }
        assumedResults.putAll(assumed);
        return combineResults(now);
    }

    private Optional<ExistenceCheckResult> combineResults(long now) {
        List<VcenterCheckResult> all = watchers.stream().map(this::result).toList();
        long firstAskedAt = all.stream()
                .map(VcenterCheckResult::askedAt)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min()
                .orElse(startedAt);
        List<UuidSearchResult> searches =
                all.stream().map(VcenterCheckResult::search).toList();
        latestResult = Optional.of(new ExistenceCheckResult(request, firstAskedAt, now, ownerResult(all), searches));
        return latestResult;
    }

    private VcenterCheckResult result(W watcher) {
        VcenterCheckResult result = results.get(watcher);
        return result == null ? Objects.requireNonNull(assumedResults.get(watcher)) : result;
    }

    /// Returns the weakest of all results about the recorded reference. Two configured vCenters may be the same
    /// one, and a vCenter that was not reached may be the VM's own vCenter, too. If one vCenter shows that it
    /// destroyed the VM, the vCenters that were not reached do not count.
    private OwnerVcenterResult ownerResult(Collection<VcenterCheckResult> all) {
        boolean isDestroyed = isDestroyed(all);
        return all.stream()
                .filter(result -> !isDestroyed || result.instanceUuid().isPresent())
                .flatMap(result -> result.ownerResult().stream())
                .min(Comparator.comparingInt(PendingCheck::proofStrength))
                .orElseGet(
                        () -> new OwnerVcenterResult.NotHere(request.vm().ref().vcenter(), instanceUuids(all)));
    }

    private static boolean isDestroyed(Collection<VcenterCheckResult> all) {
        return all.stream().flatMap(result -> result.ownerResult().stream()).anyMatch(PendingCheck::isDestroyed);
    }

    private static boolean isDestroyed(OwnerVcenterResult answer) {
        return answer instanceof OwnerVcenterResult.NoSuchObject absent
                && absent.destruction().isPresent();
    }

    private static int proofStrength(OwnerVcenterResult answer) {
        return switch (answer) {
            case OwnerVcenterResult.StillThere _ -> 0;
            case OwnerVcenterResult.Unanswered _ -> 1;
            case OwnerVcenterResult.NotHere _ -> 2;
            case OwnerVcenterResult.NoSuchObject _ -> 3;
        };
    }

    private static Map<String, UUID> instanceUuids(Collection<VcenterCheckResult> all) {
        var instances = new LinkedHashMap<String, UUID>();
        all.forEach(result -> result.instanceUuid().ifPresent(uuid -> instances.put(result.vcenter(), uuid)));
        return instances;
    }
}
