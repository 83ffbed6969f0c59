package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.absence.RequestQueue.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs existence checks in one vCenter for VMs that its snapshot does not show, and tracks its event position.
///
/// A failed check does not end the watch, unless the session is lost. If vCenter does not respond, the wait
/// that follows fails, too. If a check fails because of a bug, it stays unanswered, and the other checks are
/// not affected.
///
/// Threads: only the watcher's thread calls [#onNewSession], [#updateEventPositions] and [#runChecks].
/// [#enqueue], [#cancel], [#completeOverdue], [#close], [#eventPosition], [#silence], [#assumedResult] and the
/// queries about waiting requests may be called from any thread and never block. They use only the queue, two
/// volatile fields and the [Responsiveness].
public final class VcenterExistenceChecker {
    private static final Logger log = LoggerFactory.getLogger(VcenterExistenceChecker.class);

    /// The kind of the threads of a watcher, for metrics.
    public static final String THREAD = "vcenter";

    /// The time after which a request is answered without vCenter, if vCenter does not respond.
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(20);

    /// The time without an answer after which a vCenter counts as not answering.
    private static final Duration SLOW_AFTER = Duration.ofSeconds(2);

    /// The time for which checks may keep the watcher from its watch before it reads the changes.
    private static final long MAX_RUN_NANOS = Duration.ofSeconds(5).toNanos();

    private final String vcenter;
    private final Responsiveness responsiveness;
    private final LongSupplier nanoTime;
    private final Supervisor supervisor;
    private final RequestQueue queue = new RequestQueue();
    private final EventPositions eventPositions = new EventPositions();
    private boolean isLimitLogged;
    private final Set<Kind> loggedFailureKinds = EnumSet.noneOf(Kind.class);
    private volatile Optional<VcenterEventPosition> eventPosition = Optional.empty();
    private volatile long lastAnswerAt;
    private @Nullable CheckRound sitting;

    /// Creates a checker.
    ///
    /// @param supervisor logs checks and callbacks that fail unexpectedly
    public VcenterExistenceChecker(
            String vcenter, Responsiveness responsiveness, LongSupplier nanoTime, Supervisor supervisor) {
        this.supervisor = supervisor;
        this.vcenter = vcenter;
        this.responsiveness = responsiveness;
        this.nanoTime = nanoTime;
        this.lastAnswerAt = nanoTime.getAsLong();
    }

    /// A session with the reader of its event history.
    private record CheckRound(VcenterSession session, BestEffortHistory history) {
        UUID instanceUuid() {
            return session.content().about().instanceUuid();
        }
    }

    // Requests

    /// Enqueues a request. [#runChecks] answers it, unless it is known before that there will be no answer.
    ///
    /// @param requestedAt when the request was made, nanoseconds of the monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    public void enqueue(ExistenceCheckRequest check, long requestedAt, Consumer<VcenterCheckResult> reply) {
        var request = new Request(check, requestedAt, reply);
        if (!queue.add(request)) {
            reply(request, notWatched());
        }
    }

    public void cancel(NodeName node) {
        queue.remove(node);
    }

    /// Returns true if requests wait.
    public boolean hasPending() {
        return !queue.isEmpty();
    }

    /// Returns the time until the oldest request has waited too long. If no request waits, returns the longest
    /// wait.
    public Duration timeUntilOverdue() {
        OptionalLong oldest = queue.oldestRequestTime();
        return oldest.isEmpty()
                ? REQUEST_TIMEOUT
                : Duration.ofNanos(Math.max(0, nanosUntilOverdue(oldest.getAsLong())));
    }

    private long nanosUntilOverdue(long requestedAt) {
        return REQUEST_TIMEOUT.toNanos() - nanosWithoutAnswer(requestedAt);
    }

    /// Returns how long vCenter has not responded since the request was made.
    private long nanosWithoutAnswer(long requestedAt) {
        long now = nanoTime.getAsLong();
        return Math.min(now - requestedAt, now - lastAnswerAt);
    }

    /// Answers waiting requests in place of a vCenter that does not respond: at once if vCenter is known to
    /// fail, otherwise when a request has waited too long.
    public void completeOverdue() {
        Optional<VmLookup.Silence> failure = responsiveness.failure();
        queue.waiting().stream()
                .filter(request -> failure.isPresent() || nanosUntilOverdue(request.requestedAt()) <= 0)
                .forEach(request ->
                        complete(request, failure.orElseGet(() -> responsiveness.noAnswerFor(REQUEST_TIMEOUT))));
    }

    /// Returns why no answer of this vCenter is expected soon; empty if an answer may come at any moment.
    public Optional<VmLookup.Silence> silence() {
        return responsiveness.silence().or(this::unanswered);
    }

    private Optional<VmLookup.Silence> unanswered() {
        OptionalLong pendingSince = queue.pendingSince();
        return pendingSince.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanosWithoutAnswer(pendingSince.getAsLong())))
                        .filter(time -> time.compareTo(SLOW_AFTER) >= 0)
                        .map(responsiveness::noAnswerFor);
    }

    /// Returns the assumed result of this vCenter about a VM while no answer is expected; empty if an answer
    /// may come at any moment.
    ///
    /// @param owner the instance UUID of the vCenter that had the VM
    public Optional<VcenterCheckResult> assumedResult(UUID owner) {
        return silence()
                .map(silence ->
                        VcenterCheckResult.none(silence, eventPosition.map(VcenterEventPosition::instance), owner));
    }

    /// Answers all requests with a failure, since no more checks will run.
    public void close() {
        queue.close().forEach(request -> reply(request, notWatched()));
    }

    private VmLookup.Silence notWatched() {
        return new VmLookup.Silence(vcenter, "it is not watched any more");
    }

    private void complete(Request request, VmLookup.Silence silence) {
        if (queue.complete(request)) {
            reply(request, silence);
        }
    }

    private void reply(Request request, VmLookup.Silence silence) {
        Optional<UUID> instanceUuid = eventPosition.map(VcenterEventPosition::instance);
        reply(request, VcenterCheckResult.none(silence, instanceUuid, request.ownerVcenter()));
    }

    private void reply(Request request, VcenterCheckResult result) {
        boolean _ = supervisor.attempt(THREAD, name(), () -> request.reply().accept(result));
    }

    private String name() {
        return THREAD + "-" + vcenter;
    }

    // Event positions

    /// Returns the identity of this vCenter and its event position at the last read; empty before vCenter was
    /// reached.
    public Optional<VcenterEventPosition> eventPosition() {
        return eventPosition;
    }

    /// Returns, for each VM, the event position of vCenter after it had shown the VM.
    public Map<MoRef, EventPosition> seenAt() {
        return eventPositions.seenAt();
    }

    /// Uses a new session for checks and events.
    public void onNewSession(VcenterSession session) {
        var current = new CheckRound(session, new BestEffortHistory(session.history(), this::logUnreadable, nanoTime));
        boolean isOtherVcenter = eventPosition
                .filter(before -> !before.instance().equals(current.instanceUuid()))
                .isPresent();
        if (isOtherVcenter) {
            eventPositions.clear();
        } else {
            eventPositions.scheduleRead();
        }
        sitting = current;
        publishEventPosition(current);
    }

    /// Records the VMs that vCenter shows, and reads event positions if necessary; see [EventPositions].
    ///
    /// @param confirmedAt when the wait that showed them was completed; empty before the first of this session
    public void updateEventPositions(Set<MoRef> watched, Set<MoRef> visible, OptionalLong confirmedAt) {
        CheckRound current = requireRound();
        current.history().beginRound();
        eventPositions.confirm(visible, confirmedAt);
        eventPositions.update(watched, visible, current.history(), nanoTime.getAsLong());
        logLimitedView(current.history());
        publishEventPosition(current);
    }

    /// Logs once that the account does not see all events. A restore from a backup can be recognised only by
    /// the events that the account sees.
    private void logLimitedView(BestEffortHistory history) {
        if (history.isViewLimited() && !isLimitLogged) {
            isLimitLogged = true;
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .log("The account cannot read the newest event of vCenter, so it may see only a part of"
                            + " the inventory; to detect each restore from a backup, give the account the role"
                            + " Read-only on the vCenter itself");
        }
    }

    private CheckRound requireRound() {
        CheckRound current = sitting;
        if (current == null) {
            throw new IllegalStateException("no session with " + vcenter);
        }
        return current;
    }

    private void publishEventPosition(CheckRound current) {
        eventPosition = Optional.of(
                new VcenterEventPosition(current.instanceUuid(), eventPositions.newest(), eventPositions.landmarks()));
    }

    /// Logs each kind of failure once, however often the call is tried. An unreachable vCenter is logged by
    /// [Responsiveness] as a whole.
    private void logUnreadable(VcenterException e) {
        if (e.kind() != Kind.UNREACHABLE && loggedFailureKinds.add(e.kind())) {
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot read the events of vCenter; Nodes are kept although their VMs may be gone");
        }
    }

    // Checks

    /// Runs the waiting checks for a limited time; the next call continues with the rest.
    public void runChecks() {
        CheckRound current = requireRound();
        long startedAt = nanoTime.getAsLong();
        lastAnswerAt = startedAt;
        current.history().beginRound();
        queue.clearPendingIfEmpty();
        var absent = new ArrayList<Absent>();
        for (Request request : queue.waiting()) {
            if (nanoTime.getAsLong() - startedAt > MAX_RUN_NANOS) {
                break;
            }
            if (!runCheck(current, request, absent)) {
                return;
            }
        }
        if (!absent.isEmpty()) {
            probeAbsentSafely(current, absent);
        }
    }

    /// Runs the checks together. If that fails, runs each one alone.
    private void probeAbsentSafely(CheckRound current, List<Absent> absent) {
        try {
            probeAbsent(current, absent);
        } catch (VcenterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (absent.size() == 1) {
                completeFailed(absent.stream().map(Absent::request).toList(), e);
            } else {
                absent.forEach(each -> probeAbsentSafely(current, List.of(each)));
            }
        }
        queue.clearPendingIfEmpty();
    }

    /// A request about a VM whose reference names no object.
    private record Absent(Request request, long askedAt, UuidSearchResult search) {}

    /// Runs one check. A VM whose reference names no object is added to `absent`.
    ///
    /// @return true to continue with the next check; false if the vCenter does not respond
    private boolean runCheck(CheckRound current, Request request, List<Absent> absent) {
        try {
            long askedAt = nanoTime.getAsLong();
            boolean isOwner = request.ownerVcenter().equals(current.instanceUuid());
            var existenceProbe = new ExistenceProbe(vcenter, current.session(), request.check());
            Optional<OwnerVcenterResult> present = isOwner ? existenceProbe.lookUpReference() : Optional.empty();
            UuidSearchResult search = existenceProbe.search();
            if (isOwner && present.isEmpty()) {
                absent.add(new Absent(request, askedAt, search));
            } else {
                reply(current, request, askedAt, present, search);
            }
            lastAnswerAt = nanoTime.getAsLong();
            return true;
        } catch (VcenterException e) {
            rethrowIfSessionLost(e);
            VmLookup.Silence silence = ExistenceProbe.toSilence(vcenter, e);
            queue.waiting().forEach(each -> complete(each, silence));
            return false;
        } catch (RuntimeException e) {
            completeFailed(List.of(request), e);
            return true;
        }
    }

    /// Answers requests whose check failed because of a bug: another try would fail again.
    private void completeFailed(List<Request> requests, RuntimeException bug) {
        supervisor.report(THREAD, name(), bug);
        var silence =
                new VmLookup.Silence(vcenter, "the check failed unexpectedly (a bug); see the stack trace in the log");
        requests.forEach(each -> complete(each, silence));
    }

    private void probeAbsent(CheckRound current, List<Absent> absent) {
        Optional<EventPosition> newest = current.history().newest();
        var ownerVcenterProbe = new OwnerVcenterProbe(
                vcenter, current.session(), current.history(), newest, eventPositions.lastConfirmed());
        Map<ExistenceCheckRequest, OwnerVcenterResult> results = ownerVcenterProbe.probe(
                absent.stream().map(each -> each.request().check()).toList());
        if (results.values().stream().anyMatch(VcenterExistenceChecker::indicatesRestore)) {
            eventPositions.scheduleRead();
        }
        absent.forEach(each -> reply(
                current,
                each.request(),
                each.askedAt(),
                Optional.ofNullable(results.get(each.request().check())),
                each.search()));
        lastAnswerAt = nanoTime.getAsLong();
    }

    private static boolean indicatesRestore(OwnerVcenterResult answer) {
        return answer instanceof OwnerVcenterResult.NoSuchObject absent
                && absent.eventLookups().values().stream()
                        .anyMatch(lookup -> lookup == EventLookup.LOST || lookup == EventLookup.REUSED);
    }

    private void reply(
            CheckRound current,
            Request request,
            long askedAt,
            Optional<OwnerVcenterResult> owner,
            UuidSearchResult search) {
        if (queue.complete(request)) {
            reply(
                    request,
                    new VcenterCheckResult(
                            vcenter, Optional.of(current.instanceUuid()), OptionalLong.of(askedAt), owner, search));
        }
    }

    /// Throws the exception if the session is lost or the thread was interrupted, since the watch has to handle
    /// both.
    static void rethrowIfSessionLost(VcenterException e) {
        if (e.kind() == Kind.SESSION_LOST || e.kind() == Kind.CANCELED) {
            throw e;
        }
    }
}
