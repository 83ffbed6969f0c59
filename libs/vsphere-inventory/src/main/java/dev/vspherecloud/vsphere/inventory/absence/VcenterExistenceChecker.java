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

/// Runs existence checks in one vCenter for VMs that it does not show, and tracks its event position.
///
/// A failed check does not end the watch, unless the session is lost. If vCenter does not respond, the wait that
/// follows notices it. If a check fails because of a bug, it stays unanswered, and the other checks are not
/// affected.
///
/// Threads: [#begin], [#see] and [#testify] are the watcher's. [#ask], [#dismiss], [#settleOverdue], [#close],
/// [#mark], [#silence], [#silent] and the queries about waiting requests may be called from any thread and never
/// block; the queue, two volatile fields and the responsiveness are all they touch.
public final class VcenterExistenceChecker {
    private static final Logger log = LoggerFactory.getLogger(VcenterExistenceChecker.class);

    /// The kind of the threads of a watcher, for metrics.
    public static final String THREAD = "vcenter";

    /// How long a request waits while vCenter does not respond.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// After this time without an answer a vCenter counts as not answering.
    private static final Duration PROMPT = Duration.ofSeconds(2);

    /// How long checks may keep the watcher from its watch before it reads the changes.
    private static final long AT_A_TIME_NANOS = Duration.ofSeconds(5).toNanos();

    private final String vcenter;
    private final Responsiveness responsiveness;
    private final LongSupplier nanoTime;
    private final Supervisor supervisor;
    private final RequestQueue queue = new RequestQueue();
    private final EventPositions marks = new EventPositions();
    private boolean isLimitTold;
    private final Set<Kind> told = EnumSet.noneOf(Kind.class);
    private volatile Optional<VcenterEventPosition> mark = Optional.empty();
    private volatile long heard;
    private @Nullable Sitting sitting;

    /// @param supervisor notified of checks and of callbacks that fail
    public VcenterExistenceChecker(
            String vcenter, Responsiveness responsiveness, LongSupplier nanoTime, Supervisor supervisor) {
        this.supervisor = supervisor;
        this.vcenter = vcenter;
        this.responsiveness = responsiveness;
        this.nanoTime = nanoTime;
        this.heard = nanoTime.getAsLong();
    }

    /// A session with its event history.
    private record Sitting(VcenterSession session, BestEffortHistory history) {
        UUID instance() {
            return session.content().about().instanceUuid();
        }
    }

    // Requests

    /// Enqueues a request until [#testify] answers it, or until it is known that there will be no answer.
    ///
    /// @param since when it was made, nanoseconds of the monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    public void ask(ExistenceCheckRequest question, long since, Consumer<VcenterCheckResult> reply) {
        var request = new Request(question, since, reply);
        if (!queue.add(request)) {
            reply(request, gone());
        }
    }

    public void dismiss(NodeName node) {
        queue.remove(node);
    }

    /// Returns true if requests wait.
    public boolean isAsked() {
        return !queue.isEmpty();
    }

    /// Returns how long until the oldest request has waited too long; the longest wait if there is none.
    public Duration untilOverdue() {
        OptionalLong oldest = queue.oldest();
        return oldest.isEmpty() ? PATIENCE : Duration.ofNanos(Math.max(0, nanosLeft(oldest.getAsLong())));
    }

    private long nanosLeft(long since) {
        return PATIENCE.toNanos() - nanosUnheard(since);
    }

    /// Returns for how long after that time vCenter did not respond.
    private long nanosUnheard(long since) {
        long now = nanoTime.getAsLong();
        return Math.min(now - since, now - heard);
    }

    /// Answers requests for a vCenter that does not: at once if it is known to fail, else when their waiting time
    /// is over.
    public void settleOverdue() {
        Optional<VmLookup.Silence> failure = responsiveness.failure();
        queue.waiting().stream()
                .filter(request -> failure.isPresent() || nanosLeft(request.since()) <= 0)
                .forEach(request -> settle(request, failure.orElseGet(() -> responsiveness.noAnswerFor(PATIENCE))));
    }

    /// Returns why no answer is expected soon; empty if one may come at any moment.
    public Optional<VmLookup.Silence> silence() {
        return responsiveness.silence().or(this::unanswered);
    }

    private Optional<VmLookup.Silence> unanswered() {
        OptionalLong owed = queue.owedSince();
        return owed.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanosUnheard(owed.getAsLong())))
                        .filter(time -> time.compareTo(PROMPT) >= 0)
                        .map(responsiveness::noAnswerFor);
    }

    /// Returns the assumed result of this vCenter about a VM while no answer is expected.
    ///
    /// @param home instance UUID of the vCenter that had the VM
    public Optional<VcenterCheckResult> silent(UUID home) {
        return silence()
                .map(silence -> VcenterCheckResult.none(silence, mark.map(VcenterEventPosition::instance), home));
    }

    /// Ends all requests, since no more checks will run.
    public void close() {
        queue.close().forEach(request -> reply(request, gone()));
    }

    private VmLookup.Silence gone() {
        return new VmLookup.Silence(vcenter, "it is not watched any more");
    }

    private void settle(Request request, VmLookup.Silence silence) {
        if (queue.settle(request)) {
            reply(request, silence);
        }
    }

    private void reply(Request request, VmLookup.Silence silence) {
        Optional<UUID> instance = mark.map(VcenterEventPosition::instance);
        reply(request, VcenterCheckResult.none(silence, instance, request.home()));
    }

    private void reply(Request request, VcenterCheckResult result) {
        boolean _ = supervisor.attempt(THREAD, name(), () -> request.reply().accept(result));
    }

    private String name() {
        return THREAD + "-" + vcenter;
    }

    // Marks

    /// Returns the identity of this vCenter and its event position at the last read; empty before it was reached.
    public Optional<VcenterEventPosition> mark() {
        return mark;
    }

    /// Returns, by VM, the event position of vCenter when it had shown the VM.
    public Map<MoRef, EventPosition> seen() {
        return marks.seen();
    }

    /// Takes over a new session.
    public void begin(VcenterSession session) {
        var current = new Sitting(session, new BestEffortHistory(session.history(), this::tellUnreadable, nanoTime));
        boolean isAnother = mark.filter(before -> !before.instance().equals(current.instance()))
                .isPresent();
        if (isAnother) {
            marks.forget();
        } else {
            marks.begin();
        }
        sitting = current;
        publish(current);
    }

    /// Notes the VMs that vCenter shows; see [EventPositions].
    ///
    /// @param confirmed when the wait that showed them was completed; empty before the first of this session
    public void see(Set<MoRef> watched, Set<MoRef> shown, OptionalLong confirmed) {
        Sitting current = sitting();
        current.history().beginRound();
        marks.confirm(shown, confirmed);
        marks.see(watched, shown, current.history(), nanoTime.getAsLong());
        tellLimited(current.history());
        publish(current);
    }

    /// Logs once that the account does not see all events. A restore from a backup can be recognised only by the
    /// events that it sees.
    private void tellLimited(BestEffortHistory history) {
        if (history.isLimited() && !isLimitTold) {
            isLimitTold = true;
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .log("The account cannot read the newest event of vCenter, so it may see only a part of"
                            + " the inventory; to detect each restore from a backup, give the account the role"
                            + " Read-only on the vCenter itself");
        }
    }

    private Sitting sitting() {
        Sitting current = sitting;
        if (current == null) {
            throw new IllegalStateException("no session with " + vcenter);
        }
        return current;
    }

    private void publish(Sitting current) {
        mark = Optional.of(new VcenterEventPosition(current.instance(), marks.newest(), marks.landmarks()));
    }

    /// Logs each kind of failure once, however often it is tried. An unreachable vCenter is logged elsewhere, as a
    /// whole.
    private void tellUnreadable(VcenterException e) {
        if (e.kind() != Kind.UNREACHABLE && told.add(e.kind())) {
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot read the events of vCenter; Nodes are kept although their VMs may be gone");
        }
    }

    // Answers

    /// Runs the waiting checks for a limited time; the next call continues with the rest.
    public void testify() {
        Sitting current = sitting();
        long began = nanoTime.getAsLong();
        heard = began;
        current.history().beginRound();
        queue.review();
        var absent = new ArrayList<Absent>();
        for (Request request : queue.waiting()) {
            if (nanoTime.getAsLong() - began > AT_A_TIME_NANOS) {
                break;
            }
            if (!answer(current, request, absent)) {
                return;
            }
        }
        if (!absent.isEmpty()) {
            holdInquestSafely(current, absent);
        }
    }

    /// Runs the checks together. If that fails, runs each one alone.
    private void holdInquestSafely(Sitting current, List<Absent> absent) {
        try {
            holdInquest(current, absent);
        } catch (VcenterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (absent.size() == 1) {
                giveUp(absent.stream().map(Absent::request).toList(), e);
            } else {
                absent.forEach(each -> holdInquestSafely(current, List.of(each)));
            }
        }
        queue.review();
    }

    /// A request about a VM whose reference names nothing.
    private record Absent(Request request, long asked, UuidSearchResult search) {}

    /// @return whether to continue; false if the vCenter does not respond
    private boolean answer(Sitting current, Request request, List<Absent> absent) {
        try {
            long asked = nanoTime.getAsLong();
            boolean isHome = request.home().equals(current.instance());
            var existenceProbe = new ExistenceProbe(vcenter, current.session(), request.question());
            Optional<OwnerVcenterResult> present = isHome ? existenceProbe.lookFor() : Optional.empty();
            UuidSearchResult search = existenceProbe.search();
            if (isHome && present.isEmpty()) {
                absent.add(new Absent(request, asked, search));
            } else {
                reply(current, request, asked, present, search);
            }
            heard = nanoTime.getAsLong();
            return true;
        } catch (VcenterException e) {
            requireSession(e);
            VmLookup.Silence silence = ExistenceProbe.silence(vcenter, e);
            queue.waiting().forEach(each -> settle(each, silence));
            return false;
        } catch (RuntimeException e) {
            giveUp(List.of(request), e);
            return true;
        }
    }

    /// Ends requests that failed because of a bug: another try would fail again.
    private void giveUp(List<Request> questions, RuntimeException bug) {
        supervisor.report(THREAD, name(), bug);
        var silence =
                new VmLookup.Silence(vcenter, "the check failed unexpectedly (a bug); see the stack trace in the log");
        questions.forEach(each -> settle(each, silence));
    }

    private void holdInquest(Sitting current, List<Absent> absent) {
        Optional<EventPosition> newest = current.history().newest();
        var ownerVcenterProbe =
                new OwnerVcenterProbe(vcenter, current.session(), current.history(), newest, marks.present());
        Map<ExistenceCheckRequest, OwnerVcenterResult> answers = ownerVcenterProbe.hold(
                absent.stream().map(each -> each.request().question()).toList());
        if (answers.values().stream().anyMatch(VcenterExistenceChecker::showsAnotherHistory)) {
            marks.begin();
        }
        absent.forEach(each -> reply(
                current,
                each.request(),
                each.asked(),
                Optional.ofNullable(answers.get(each.request().question())),
                each.search()));
        heard = nanoTime.getAsLong();
    }

    private static boolean showsAnotherHistory(OwnerVcenterResult answer) {
        return answer instanceof OwnerVcenterResult.NoSuchObject absent
                && absent.traces().values().stream()
                        .anyMatch(trace -> trace == EventLookup.LOST || trace == EventLookup.REUSED);
    }

    private void reply(
            Sitting current, Request request, long asked, Optional<OwnerVcenterResult> home, UuidSearchResult search) {
        if (queue.settle(request)) {
            reply(
                    request,
                    new VcenterCheckResult(
                            vcenter, Optional.of(current.instance()), OptionalLong.of(asked), home, search));
        }
    }

    /// Throws the exception if the session is lost or the thread was interrupted, since the watch has to handle
    /// both.
    static void requireSession(VcenterException e) {
        if (e.kind() == Kind.SESSION_LOST || e.kind() == Kind.CANCELED) {
            throw e;
        }
    }
}
