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

/// An existence check that all vCenters are asked, with their results so far.
///
/// The report waits for all of them, with one exception. The VM's own vCenter alone can prove that a VM was
/// destroyed, so that report does not wait for vCenters that are known not to answer. Those are still asked, and
/// if one shows the VM later there is another report.
///
/// Threads: any; guarded by the monitor of this object.
///
/// @param <W> the watcher of a vCenter that is asked
final class PendingCheck<W> {
    private final ExistenceCheckRequest question;
    private final List<W> asked;
    private final long since;
    private final Map<W, VcenterCheckResult> results = new HashMap<>();

    /// The assumed results of vCenters that had not answered when the report was made.
    private final Map<W, VcenterCheckResult> silences = new HashMap<>();

    private Optional<ExistenceCheckResult> report = Optional.empty();

    /// @param asked the watchers, each of which answers once
    /// @param since when they were asked, nanoseconds of one monotonic clock
    PendingCheck(ExistenceCheckRequest question, List<W> asked, long since) {
        this.question = question;
        this.asked = List.copyOf(asked);
        this.since = since;
    }

    ExistenceCheckRequest question() {
        return question;
    }

    List<W> asked() {
        return asked;
    }

    /// Returns the newest report; empty before the first.
    synchronized Optional<ExistenceCheckResult> report() {
        return report;
    }

    /// @return the report, if this was the last missing answer, or if it contradicts the report that was made
    ///         without it
    synchronized Optional<ExistenceCheckResult> answer(W watcher, VcenterCheckResult result, long now) {
        results.put(watcher, result);
        boolean isDue = silences.isEmpty() ? results.keySet().containsAll(asked) : result.showsVm();
        return isDue ? newReport(now) : Optional.empty();
    }

    /// Makes the report without the vCenters that are known not to answer, if the VM was destroyed.
    ///
    /// @param silent the assumed result of such a vCenter; empty for one that may answer at any moment
    synchronized Optional<ExistenceCheckResult> answerWithout(
            Function<W, Optional<VcenterCheckResult>> silent, long now) {
        List<W> missing =
                asked.stream().filter(each -> !results.containsKey(each)).toList();
        if (missing.isEmpty() || !silences.isEmpty() || !isDestroyed(results.values())) {
            return Optional.empty();
        }
        var standIns = new HashMap<W, VcenterCheckResult>();
        missing.forEach(each -> silent.apply(each).ifPresent(result -> standIns.put(each, result)));
        if (standIns.size() < missing.size()) {
            return Optional.empty();
        }
        silences.putAll(standIns);
        return newReport(now);
    }

    private Optional<ExistenceCheckResult> newReport(long now) {
        List<VcenterCheckResult> all = asked.stream().map(this::result).toList();
        long first = all.stream()
                .map(VcenterCheckResult::asked)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min()
                .orElse(since);
        List<UuidSearchResult> searches =
                all.stream().map(VcenterCheckResult::search).toList();
        report = Optional.of(new ExistenceCheckResult(question, first, now, home(all), searches));
        return report;
    }

    private VcenterCheckResult result(W watcher) {
        VcenterCheckResult result = results.get(watcher);
        return result == null ? Objects.requireNonNull(silences.get(watcher)) : result;
    }

    /// Returns the weakest proof of all results: two configured vCenters may be the same one, and a vCenter that
    /// was not reached may be it, too. If one vCenter shows that it destroyed the VM, the vCenters that were not
    /// reached do not count.
    private OwnerVcenterResult home(Collection<VcenterCheckResult> all) {
        boolean isDestroyed = isDestroyed(all);
        return all.stream()
                .filter(result -> !isDestroyed || result.instance().isPresent())
                .flatMap(result -> result.home().stream())
                .min(Comparator.comparingInt(PendingCheck::proof))
                .orElseGet(
                        () -> new OwnerVcenterResult.NotHere(question.vm().ref().vcenter(), instances(all)));
    }

    private static boolean isDestroyed(Collection<VcenterCheckResult> all) {
        return all.stream().flatMap(result -> result.home().stream()).anyMatch(PendingCheck::isDestroyed);
    }

    private static boolean isDestroyed(OwnerVcenterResult answer) {
        return answer instanceof OwnerVcenterResult.NoSuchObject absent
                && absent.destruction().isPresent();
    }

    private static int proof(OwnerVcenterResult answer) {
        return switch (answer) {
            case OwnerVcenterResult.StillThere _ -> 0;
            case OwnerVcenterResult.Unanswered _ -> 1;
            case OwnerVcenterResult.NotHere _ -> 2;
            case OwnerVcenterResult.NoSuchObject _ -> 3;
        };
    }

    private static Map<String, UUID> instances(Collection<VcenterCheckResult> all) {
        var instances = new LinkedHashMap<String, UUID>();
        all.forEach(result -> result.instance().ifPresent(uuid -> instances.put(result.vcenter(), uuid)));
        return instances;
    }
}
