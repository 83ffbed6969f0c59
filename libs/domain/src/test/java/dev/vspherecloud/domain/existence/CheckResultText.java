package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.Fixtures.BIOS;
import static dev.vspherecloud.domain.Fixtures.INSTANCE_UUID;
import static dev.vspherecloud.domain.Fixtures.VCENTER;

import dev.vspherecloud.domain.KeyValueText;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup.Silence;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Results of the check of a missing VM in words, each `key=value`. The defaults are those of a VM that was
/// unregistered on a healthy vCenter.
///
/// - `home`: result for the recorded reference: `gone`, `there`, `silent`, `elsewhere` (no such vCenter)
/// - `own`, `base`: the event of the record and the newest known event, as day and lookup result: `10/THERE`. A
///   day alone was not requested; `none` was never known
/// - `land`: the landmarks, in the same form with commas between; `none` was never known
/// - `newest`: day of the newest event, or `none`
/// - `holders`: `readable`, `unreadable`, or `unknown`
/// - `end`: `destroyed` if the events show that
/// - `confirmed`: day of a confirmed restore; `unconfirmed`: day before a restore without confirmation
/// - `adopted`: `yes` if the vCenter is given up
/// - `vc-a`, `vc-b`: result of the search there: `nothing`, `hit`, `silent`
final class CheckResultText {
    static final UUID OTHER = UUID.fromString("c1000000-0000-0000-0000-00000000000b");
    static final VmParents HOME =
            VmParents.parse("Folder:group-v3 ResourcePool:resgroup-8").orElseThrow();
    static final RecordedVm VM = record(Optional.of(HOME), Optional.of(mark(10)));
    static final Destruction DESTROYED = new Destruction(mark(20), "task-42 VirtualMachine.destroy by CLUSTER\\ops");

    private static final KeyValueText DEFAULT = KeyValueText.defaults(
            "home=gone own=10/THERE base=20/THERE land=none newest=21 holders=readable end=none confirmed=none unconfirmed=none adopted=no"
                    + " vc-a=nothing vc-b=nothing");

    private CheckResultText() {}

    /// Returns an event of that day. Each day has a hundred events.
    static EventPosition mark(int day) {
        return new EventPosition(
                100L * day, Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofDays(day)));
    }

    static KeyValueText words(String words) {
        return DEFAULT.and(words);
    }

    /// Returns the verdict about a result: `gone`, `destroyed`, `alive`, or the reason code.
    static String verdict(KeyValueText words) {
        return inShort(AbsencePolicy.evaluate(report(words), confirmedVcenterChanges(words)));
    }

    static String inShort(AbsenceResult absence) {
        return switch (absence) {
            case AbsenceResult.Absent(var _, var destruction) -> destruction.isPresent() ? "destroyed" : "gone";
            case AbsenceResult.Refuted _ -> "alive";
            case AbsenceResult.Inconclusive(var reason) -> reason.code().text();
        };
    }

    static ExistenceCheckResult report(KeyValueText words) {
        return new ExistenceCheckResult(
                request(words), 0, 1, home(words), List.of(search("vc-a", words), search("vc-b", words)));
    }

    static ConfirmedVcenterChanges confirmedVcenterChanges(KeyValueText words) {
        return new ConfirmedVcenterChanges(
                day(words.of("confirmed")).map(day -> Map.of(VCENTER, day)).orElse(Map.of()),
                words.is("adopted", "yes") ? Set.of(VCENTER) : Set.of(),
                day(words.of("unconfirmed")).map(day -> Map.of(VCENTER, day)).orElse(Map.of()));
    }

    private static ExistenceCheckRequest request(KeyValueText words) {
        Optional<VmParents> home = words.is("holders", "unknown") ? Optional.empty() : Optional.of(HOME);
        RecordedVm vm = record(home, day(words.of("own")));
        var query = new VmQuery(new NodeName("w-1"), Optional.of(BIOS), Optional.of(BIOS), Optional.of(vm));
        Optional<EventPosition> baseline = day(words.of("base"));
        List<EventPosition> landmarks = Arrays.stream(words.of("land").split(","))
                .flatMap(mark -> day(mark).stream())
                .toList();
        return new ExistenceCheckRequest(query, vm, baseline, baseline.isPresent(), false, landmarks);
    }

    private static RecordedVm record(Optional<VmParents> home, Optional<EventPosition> seen) {
        return new RecordedVm(new VmRef(VCENTER, "vm-62"), INSTANCE_UUID, home, seen);
    }

    private static OwnerVcenterResult home(KeyValueText words) {
        return switch (words.of("home")) {
            case "gone" ->
                new OwnerVcenterResult.NoSuchObject(
                        "vc-a",
                        words.is("holders", "unreadable") ? HOME.folderAndPool() : List.of(),
                        day(words.of("newest")),
                        lookups((words.of("own") + "," + words.of("base") + "," + words.of("land")).split(",")),
                        words.is("end", "destroyed") ? Optional.of(DESTROYED) : Optional.empty());
            case "there" -> new OwnerVcenterResult.StillThere("vc-a", "w-1");
            case "silent" -> new OwnerVcenterResult.Unanswered(silence("vc-a"));
            default -> new OwnerVcenterResult.NotHere(VCENTER, Map.of("vc-b", OTHER, "vc-a", new UUID(1, 1)));
        };
    }

    private static Map<EventPosition, EventLookup> lookups(String... marks) {
        var lookups = new HashMap<EventPosition, EventLookup>();
        Arrays.stream(marks)
                .map(mark -> mark.split("/"))
                .filter(mark -> mark.length == 2)
                .forEach(mark -> lookups.put(mark(Integer.parseInt(mark[0])), EventLookup.valueOf(mark[1])));
        return lookups;
    }

    private static UuidSearchResult search(String vcenter, KeyValueText words) {
        return switch (words.of(vcenter)) {
            case "nothing" -> new UuidSearchResult.Nothing(vcenter);
            case "hit" -> new UuidSearchResult.Hit(vcenter, List.of("vm-7", "vm-8"));
            default -> new UuidSearchResult.Unanswered(silence(vcenter));
        };
    }

    private static Silence silence(String vcenter) {
        return new Silence(vcenter, VsphereReason.PERMISSION_MISSING, "System.Read is missing");
    }

    private static Optional<EventPosition> day(String word) {
        return word.equals("none") ? Optional.empty() : Optional.of(mark(Integer.parseInt(word.split("/")[0])));
    }
}
