package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.soap.SoapRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Reads the events and tasks in a vCenter's database, as far as the account of one session may read them.
///
/// The database may be slow while everything else is fast, so each call has a short deadline of its own. Every
/// failure is a [VcenterException]. Collectors are destroyed as soon as they were read: a vCenter allows a
/// client 32 of them.
///
/// Threads: one.
public final class VcenterHistory {
    /// The longest time of one call, unless the usual limit is shorter.
    private static final Duration MAX_CALL_TIME = Duration.ofSeconds(10);

    /// The largest difference between two readings of the time of one event, which vCenter may round when it
    /// stores the event.
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private static final Duration RECENT = Duration.ofHours(1);

    private static final String LATEST_EVENT = "latestEvent";
    private static final String LATEST_PAGE = "latestPage";

    /// The number of events in a page. Its events come in any order, so the newest is searched among a few.
    private static final int EVENT_PAGE_SIZE = 10;

    /// The number of tasks in a page. One chain has a handful of tasks; a server that ignores the chain returns
    /// more.
    private static final int TASK_PAGE_SIZE = 1_000;

    private static final int MAX_TASK_PAGES = 3;

    private final SoapClient soap;
    private final ServiceContent content;
    private final Timeouts defaultTimeouts;
    private Timeouts timeouts;

    /// True as long as vCenter is assumed to return the property `latestEvent`.
    private boolean isLatestEventAvailable = true;

    private boolean isViewLimited;

    VcenterHistory(SoapClient soap, ServiceContent content, Timeouts timeouts) {
        this.soap = soap;
        this.content = content;
        this.defaultTimeouts = timeouts.limitedTo(MAX_CALL_TIME);
        this.timeouts = defaultTimeouts;
    }

    /// Limits the time of each further call to this time, or to the usual time if that is shorter.
    public void limitCallTime(Duration limit) {
        timeouts = defaultTimeouts.limitedTo(limit);
    }

    /// Reads the newest event of all; empty if there is none. This takes one call, or three if vCenter does not
    /// return the property `latestEvent`.
    public Optional<VcenterEvent> newest() {
        Optional<VcenterEvent> latest = isLatestEventAvailable ? readLatest() : Optional.empty();
        isLatestEventAvailable = latest.isPresent();
        return isLatestEventAvailable ? latest : newestOfPage();
    }

    /// Reads the newest event that the account can find again by [#query]; empty if there is none in the last
    /// hour. This takes two calls, or three for an account that does not see everything.
    ///
    /// An event that the account cannot find again would later look like a lost event. A query shows the events
    /// of objects that the account may read, and `latestEvent` those of all objects, as far as is known.
    public Optional<VcenterEvent> landmark() {
        Optional<VcenterEvent> newest = newest();
        if (newest.isEmpty()) {
            return newest;
        }
        isViewLimited = around(newest.get(), ROUNDING)
                .noneMatch(each -> each.key() == newest.get().key());
        return isViewLimited ? around(newest.get(), RECENT).max(Comparator.comparingLong(VcenterEvent::key)) : newest;
    }

    /// Returns true if the account does not see all events: at the last call of [#landmark], [#query] could not
    /// find the newest event.
    public boolean isViewLimited() {
        return isViewLimited;
    }

    /// Reads the events of the last hour that name no VM and have at least this age, in any order. This takes
    /// one call.
    ///
    /// @param newest the time of the vCenter's newest event, which is the reference for the age
    /// @param minAge the least age of an event
    public List<VcenterEvent> settledEvents(Instant newest, Duration minAge) {
        return query(EventQuery.between(newest.minus(RECENT), newest.minus(minAge))).stream()
                .filter(each -> each.vm().isEmpty() && !each.time().isAfter(newest.minus(minAge)))
                .toList();
    }

    private Stream<VcenterEvent> around(VcenterEvent event, Duration before) {
        return query(EventQuery.between(event.time().minus(before), event.time().plus(ROUNDING))).stream();
    }

    private Optional<VcenterEvent> readLatest() {
        return VcenterEvent.from(read(eventManager(LATEST_EVENT), LATEST_EVENT));
    }

    private Optional<VcenterEvent> newestOfPage() {
        var filter = EventQuery.latest(EVENT_PAGE_SIZE);
        return withCollector(
                Vim25Requests.createCollectorForEvents(eventManager("CreateCollectorForEvents"), filter),
                collector -> read(collector, LATEST_PAGE).items().stream()
                        .flatMap(event -> VcenterEvent.from(event).stream())
                        .max(Comparator.comparingLong(VcenterEvent::key)));
    }

    /// Reads the events that match the query, in any order.
    public List<VcenterEvent> query(EventQuery query) {
        return soap.call(
                Vim25Requests.queryEvents(eventManager("QueryEvents"), query), timeouts.call(), Vim25Answers::events);
    }

    /// Reads the tasks that have a cause in common with an event, oldest first. Some servers ignore the chain
    /// and return other tasks as well.
    ///
    /// @param chainId the chain id of the event
    public List<VcenterTask> tasks(long chainId) {
        var tasks = new ArrayList<VcenterTask>();
        boolean _ = withCollector(
                Vim25Requests.createCollectorForTasks(taskManager(), chainId), collector -> addAll(collector, tasks));
        return List.copyOf(tasks);
    }

    /// Reads the tasks that are queued or run. Some servers ignore the times and the states, and return other tasks as
    /// well.
    ///
    /// @param from when the oldest was queued, by the clock of vCenter
    /// @param to   when the youngest was queued
    /// @return empty if there are too many to read them all
    public Optional<List<VcenterTask>> unfinishedTasks(Instant from, Instant to) {
        var tasks = new ArrayList<VcenterTask>();
        boolean areAll = withCollector(
                Vim25Requests.createCollectorForUnfinishedTasks(taskManager(), from, to),
                collector -> addAll(collector, tasks));
        return areAll
                ? Optional.of(tasks.stream()
                        .filter(task ->
                                task.state() != VcenterTask.State.SUCCESS && task.state() != VcenterTask.State.ERROR)
                        .toList())
                : Optional.empty();
    }

    private MoRef taskManager() {
        return content.taskManager().orElseThrow(() -> unsupported("CreateCollectorForTasks"));
    }

    /// Adds the tasks of a collector.
    ///
    /// @return false if there are too many
    private boolean addAll(MoRef collector, List<VcenterTask> tasks) {
        for (int page = 0; page < MAX_TASK_PAGES; page++) {
            List<VcenterTask> next = soap.call(
                    Vim25Requests.readNextTasks(collector, TASK_PAGE_SIZE), timeouts.call(), Vim25Answers::tasks);
            tasks.addAll(next);
            if (next.size() < TASK_PAGE_SIZE) {
                return true;
            }
        }
        return false;
    }

    private <T> T withCollector(SoapRequest create, Function<MoRef, T> read) {
        MoRef collector = soap.call(create, timeouts.call(), Vim25Answers::ref);
        try {
            return read.apply(collector);
        } finally {
            destroyCollector(collector);
        }
    }

    /// Destroys a history collector if possible. A failure is ignored: if its cause lasts, the next call fails
    /// as well, and its caller handles that.
    private void destroyCollector(MoRef collector) {
        try {
            soap.call(Vim25Requests.destroyHistoryCollector(collector), timeouts.call(), Vim25Answers::readEmpty);
        } catch (VcenterException _) {
            // The server destroys the collector when the session ends.
        }
    }

    /// Reads one property of one object; an unset value if vCenter does not return it.
    private PropertyValue read(MoRef object, String property) {
        var query = RetrieveQuery.ofObjects(object.type(), List.of(property), List.of(object));
        Optional<ObjectContent> found = new PagedRead(soap, timeouts, content.propertyCollector())
                .readAll(query).stream()
                        .filter(each -> each.object().equals(object))
                        .findFirst();
        found.map(each -> each.missing().get(property)).ifPresent(fault -> {
            throw new CallContext(soap.http().endpoint(), "RetrievePropertiesEx")
                    .failed(
                            FaultKinds.ofFault(fault),
                            "the server did not return %s of %s (%s)"
                                    .formatted(property, object.type(), PrintableText.of(fault)));
        });
        return found.map(each -> each.value(property)).orElseGet(PropertyValue.Unset::new);
    }

    private MoRef eventManager(String method) {
        return content.eventManager().orElseThrow(() -> unsupported(method));
    }

    private VcenterException unsupported(String method) {
        return new CallContext(soap.http().endpoint(), method)
                .failed(Kind.UNSUPPORTED, "this server has no history of events or tasks");
    }
}
