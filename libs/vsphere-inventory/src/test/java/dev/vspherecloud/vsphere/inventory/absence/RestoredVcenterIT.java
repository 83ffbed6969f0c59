package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.existence.RestorePolicy;
import dev.vspherecloud.domain.existence.RestorePolicy.History;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.Reply;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.vsphere.inventory.Fixtures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests the events that a scripted vCenter of each version shows to each kind of account, after a restore and after
/// other changes of the history.
class RestoredVcenterIT {
    private static final Instant NOON = HistoryScript.NOON;
    private static final List<String> VERSIONS = List.of("6.7.3", "7.0.0.0", "7.0.2.0", "8.0.3.0", "9.0.0.0");

    /// @param vm that the event names; empty if none
    private record Event(long key, Instant time, String vm) {}

    enum Account {
        /// Read-only on everything.
        EVERYTHING,
        /// Read-only on some folders: sees events that name no VM, and those of its own VMs as long as they are there.
        SOME_FOLDERS,
        /// Sees no events at all.
        NO_EVENTS
    }

    enum Change {
        NOTHING("same"),
        /// More events than one answer holds.
        BUSY_DAY("same"),
        /// Its events are hidden from an account that may read only some folders.
        VM_GONE("same"),
        /// The last minute was not stored; its keys are given out again.
        VPXD_CRASHED("same"),
        /// The events of the first half of the past hour were removed.
        PURGED("same"),
        /// The backup is half an hour old, and nothing has happened since.
        RESTORED("restored"),
        /// The backup is half an hour old, and more has happened since than was lost.
        RESTORED_LONG_AGO("restored"),
        /// The backup is a day old, and more has happened since than was lost.
        RESTORED_FROM_YESTERDAY("restored");

        private final String expected;

        Change(String expected) {
            this.expected = expected;
        }
    }

    private final List<Event> events = new ArrayList<>();
    private final HistoryScript script = new HistoryScript(ScriptedVcenter.start());
    private final EventPositions marks = new EventPositions();
    private Account account = Account.EVERYTHING;
    private boolean isVmGone;

    @AfterEach
    void stop() {
        script.close();
    }

    static Stream<Arguments> cases() {
        return VERSIONS.stream().flatMap(version -> Stream.of(Account.values())
                .flatMap(account -> Stream.of(Change.values()).map(change -> Arguments.of(version, account, change))));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void onlyARestoreIsReportedAsRestore(String version, Account reader, Change change) {
        account = reader;
        serve(version);
        BestEffortHistory history = history();
        marks.update(Set.of(Fixtures.ref(1)), Set.of(Fixtures.ref(1)), history, 1);
        List<EventPosition> landmarks = ReferenceEvents.select(List.of(), marks.landmarks());
        assertThat(landmarks.size() > 1).as("several").isEqualTo(reader != Account.NO_EVENTS);
        assertThat(history.isViewLimited()).isEqualTo(reader != Account.EVERYTHING);

        apply(change);

        assertThat(nameOf(evaluate(landmarks))).isEqualTo(reader == Account.NO_EVENTS ? "unreadable" : change.expected);
    }

    private BestEffortHistory history() {
        return new BestEffortHistory(script.logIn().history(), _ -> {}, () -> 0);
    }

    /// Looks up the landmarks as an existence check does.
    private History evaluate(List<EventPosition> landmarks) {
        BestEffortHistory history = history();
        var lookups = new HashMap<EventPosition, EventLookup>();
        for (EventPosition mark : RestorePolicy.newestFirst(landmarks)) {
            lookups.put(mark, history.lookUp(mark));
            if (lookups.get(mark) == EventLookup.THERE) {
                break;
            }
        }
        return RestorePolicy.evaluate(landmarks, history.newest(), Map.copyOf(lookups));
    }

    private static String nameOf(History history) {
        return switch (history) {
            case History.Same() -> "same";
            case History.Restored _ -> "restored";
            case History.Unreadable() -> "unreadable";
        };
    }

    private void apply(Change change) {
        switch (change) {
            case NOTHING -> addEvents(NOON, Duration.ofMinutes(10), 20);
            case BUSY_DAY -> addEvents(NOON, Duration.ofDays(1), 5_000);
            case VM_GONE -> {
                isVmGone = true;
                addEvents(NOON, Duration.ofMinutes(10), 20);
            }
            case VPXD_CRASHED -> {
                removeEventsSince(NOON.minusSeconds(60));
                addEvents(NOON.plusSeconds(90), Duration.ofMinutes(10), 20);
            }
            case PURGED -> {
                events.removeIf(event -> event.time().isBefore(NOON.minus(Duration.ofMinutes(30)))
                        && event.time().isAfter(NOON.minus(Duration.ofHours(2))));
                addEvents(NOON, Duration.ofMinutes(10), 20);
            }
            case RESTORED -> removeEventsSince(NOON.minus(Duration.ofMinutes(30)));
            case RESTORED_LONG_AGO -> {
                removeEventsSince(NOON.minus(Duration.ofMinutes(30)));
                addEvents(NOON.plus(Duration.ofHours(2)), Duration.ofDays(1), 500);
            }
            case RESTORED_FROM_YESTERDAY -> {
                removeEventsSince(NOON.minus(Duration.ofDays(1)));
                addEvents(NOON.plus(Duration.ofHours(2)), Duration.ofDays(1), 5_000);
            }
        }
    }

    private void removeEventsSince(Instant time) {
        events.removeIf(event -> event.time().isAfter(time));
    }

    /// Adds this number of events. Every second one names a VM, and the last one as well.
    private void addEvents(Instant from, Duration length, int count) {
        long key = events.stream().mapToLong(Event::key).max().orElse(1_000);
        for (int i = 1; i <= count; i++) {
            Instant time = from.plus(length.multipliedBy(i).dividedBy(count));
            events.add(new Event(key + i, time, i % 2 == 0 ? "vm-1" : ""));
        }
    }

    // The server

    private void serve(String version) {
        addEvents(NOON.minus(Duration.ofDays(3)), Duration.ofDays(3).minus(Duration.ofHours(1)), 300);
        addEvents(NOON.minus(Duration.ofHours(1)), Duration.ofHours(1).minusSeconds(1), 120);
        // The newest event is about a VM that the limited account may not read.
        events.add(new Event(events.getLast().key() + 1, NOON, "vm-foreign"));
        script.vcenter().on("RetrieveServiceContent", serviceContent(version));
        script.vcenter().on("RetrievePropertiesEx", (request, line) -> Replies.soap("<returnval>"
                        + VimXml.object(
                                "EventManager",
                                "EventManager",
                                VimXml.property("latestEvent", "UserLoginSessionEvent", fields(latest())))
                        + "</returnval>")
                .to(request, line));
        script.vcenter().on("QueryEvents", (request, line) -> Replies.soap(answer(request))
                .to(request, line));
    }

    private static Reply serviceContent(String version) {
        return Replies.soap("""
                <returnval><rootFolder type="Folder">group-d1</rootFolder>\
                <propertyCollector type="PropertyCollector">propertyCollector</propertyCollector>\
                <viewManager type="ViewManager">ViewManager</viewManager>\
                <about><name>VMware vCenter Server</name><fullName>VMware vCenter Server</fullName>\
                <vendor>VMware, Inc.</vendor><version>%1$s</version><build>1</build><osType>linux-x64</osType>\
                <productLineId>vpx</productLineId><apiType>VirtualCenter</apiType><apiVersion>%1$s</apiVersion>\
                <instanceUuid>5c3b8f0e-7d34-4b44-9a35-1d0c9a6a0001</instanceUuid></about>\
                <sessionManager type="SessionManager">SessionManager</sessionManager>\
                <eventManager type="EventManager">EventManager</eventManager>\
                <taskManager type="TaskManager">TaskManager</taskManager>\
                <searchIndex type="SearchIndex">SearchIndex</searchIndex></returnval>""".formatted(version));
    }

    private Event latest() {
        return events.stream().max(Comparator.comparingLong(Event::key)).orElseThrow();
    }

    private boolean isVisible(Event event) {
        return switch (account) {
            case EVERYTHING -> true;
            case SOME_FOLDERS -> event.vm().isEmpty() || (event.vm().equals("vm-1") && !isVmGone);
            case NO_EVENTS -> false;
        };
    }

    /// Returns the events that a query matches; only the newest if there are too many.
    private String answer(Request request) {
        String body = request.body().text();
        Optional<Instant> begin = leaf(body, "beginTime").map(Instant::parse);
        Optional<Instant> end = leaf(body, "endTime").map(Instant::parse);
        long most = leaf(body, "maxCount").map(Long::parseLong).orElse(1_000L);
        return events.stream()
                .filter(this::isVisible)
                .filter(event -> begin.filter(event.time()::isBefore).isEmpty())
                .filter(event -> end.filter(event.time()::isAfter).isEmpty())
                .sorted(Comparator.comparingLong(Event::key).reversed())
                .limit(most)
                .map(event -> "<returnval xsi:type=\"EventEx\">" + fields(event) + "</returnval>")
                .collect(Collectors.joining());
    }

    private static Optional<String> leaf(String body, String name) {
        Matcher matcher =
                Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(body);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static String fields(Event event) {
        String vm = event.vm().isEmpty()
                ? ""
                : "<vm><name>w</name>" + VimXml.reference("vm", "VirtualMachine", event.vm()) + "</vm>";
        return "<key>%d</key><chainId>%d</chainId><createdTime>%s</createdTime><userName>svc</userName>%s"
                .formatted(event.key(), event.key(), event.time(), vm);
    }
}
