package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.AbsenceReport;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.SearchAnswer;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// A question that all vCenters are asked, and what they said so far.
///
/// Threads: any; guarded by the monitor of this object.
final class OpenQuestion {
    private final AbsenceQuestion question;
    private final List<VcenterWatcher> asked;
    private final long since;
    private final Map<VcenterWatcher, Testimony> testimonies = new HashMap<>();

    /// @param asked every one of which answers once
    /// @param since when it was asked, nanoseconds of one monotonic clock
    OpenQuestion(AbsenceQuestion question, List<VcenterWatcher> asked, long since) {
        this.question = question;
        this.asked = List.copyOf(asked);
        this.since = since;
    }

    AbsenceQuestion question() {
        return question;
    }

    List<VcenterWatcher> asked() {
        return asked;
    }

    /// @return the report, if this was the last answer that it lacked
    synchronized Optional<AbsenceReport> answer(VcenterWatcher watcher, Testimony testimony, long now) {
        testimonies.put(watcher, testimony);
        return testimonies.keySet().containsAll(asked) ? Optional.of(report(now)) : Optional.empty();
    }

    private AbsenceReport report(long now) {
        List<Testimony> all = asked.stream().map(testimonies::get).toList();
        long first = all.stream()
                .map(Testimony::asked)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min()
                .orElse(since);
        List<SearchAnswer> searches = all.stream().map(Testimony::search).toList();
        return new AbsenceReport(question, first, now, home(all), searches);
    }

    /// Two that are configured may be the same vCenter, and one that was not reached may be it: whoever proves least is
    /// believed.
    private HomeAnswer home(Collection<Testimony> all) {
        return all.stream()
                .flatMap(testimony -> testimony.home().stream())
                .min(Comparator.comparingInt(OpenQuestion::proof))
                .orElseGet(() -> new HomeAnswer.NotHere(question.vm().ref().vcenter(), instances(all)));
    }

    private static int proof(HomeAnswer answer) {
        return switch (answer) {
            case HomeAnswer.StillThere _ -> 0;
            case HomeAnswer.Unanswered _ -> 1;
            case HomeAnswer.NotHere _ -> 2;
            case HomeAnswer.NoSuchObject _ -> 3;
        };
    }

    private static Map<String, UUID> instances(Collection<Testimony> all) {
        var instances = new LinkedHashMap<String, UUID>();
        all.forEach(testimony -> testimony.instance().ifPresent(uuid -> instances.put(testimony.vcenter(), uuid)));
        return instances;
    }
}
