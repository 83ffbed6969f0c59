package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.AbsenceQuestion;
import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.SearchAnswer;
import dev.vspherecloud.domain.existence.VcenterMark;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.EventMark;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What one vCenter can say about VMs that are not to be seen, and where in its history it is.
///
/// Nothing that comes of a question ends the watch, but that the session is lost; what does not answer is met by the
/// wait that follows.
///
/// Threads: [#begin], [#see] and [#testify] are the watcher's. [#ask], [#dismiss], [#settleOverdue], [#close], [#mark]
/// and the questions about what waits may be called from anywhere and never block; the docket and one volatile field
/// are all they touch.
final class Witness {
    private static final Logger log = LoggerFactory.getLogger(Witness.class);

    /// How long a question waits while nothing is heard of the vCenter.
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// How long questions may keep the watcher from its watch before it looks at what changed meanwhile.
    private static final long AT_A_TIME_NANOS = Duration.ofSeconds(5).toNanos();

    private final String vcenter;
    private final Standing standing;
    private final LongSupplier nanoTime;
    private final Docket docket = new Docket();
    private final EventMarks marks = new EventMarks();
    private final Set<Kind> told = EnumSet.noneOf(Kind.class);
    private volatile Optional<VcenterMark> mark = Optional.empty();
    private volatile long heard;
    private @Nullable Sitting sitting;

    Witness(String vcenter, Standing standing, LongSupplier nanoTime) {
        this.vcenter = vcenter;
        this.standing = standing;
        this.nanoTime = nanoTime;
        this.heard = nanoTime.getAsLong();
    }

    /// One session and the history behind it.
    private record Sitting(VcenterSession session, TolerantHistory history) {
        UUID instance() {
            return session.content().about().instanceUuid();
        }
    }

    // Questions

    void ask(Summons summons) {
        if (!docket.add(summons)) {
            reply(summons, gone());
        }
    }

    void dismiss(NodeName node) {
        docket.remove(node);
    }

    /// Whether there are questions.
    boolean isAsked() {
        return !docket.isEmpty();
    }

    /// How long until the oldest question has waited too long; long when there is none.
    Duration untilOverdue() {
        OptionalLong oldest = docket.oldest();
        return oldest.isEmpty() ? PATIENCE : Duration.ofNanos(Math.max(0, nanosLeft(oldest.getAsLong())));
    }

    private long nanosLeft(long since) {
        long now = nanoTime.getAsLong();
        long waited = Math.min(now - since, now - heard);
        return PATIENCE.toNanos() - waited;
    }

    /// Answers for a vCenter that does not: at once when it is known to fail, else when patience is at its end.
    void settleOverdue() {
        Optional<VmLookup.Silence> failure = standing.failure();
        docket.waiting().stream()
                .filter(summons -> failure.isPresent() || nanosLeft(summons.since()) <= 0)
                .forEach(summons -> settle(summons, failure.orElseGet(this::silence)));
    }

    /// Nobody answers questions any more.
    void close() {
        docket.close().forEach(summons -> reply(summons, gone()));
    }

    private VmLookup.Silence gone() {
        return new VmLookup.Silence(vcenter, "it is not watched any more");
    }

    private VmLookup.Silence silence() {
        return new VmLookup.Silence(vcenter, "no answer for %d s".formatted(PATIENCE.toSeconds()));
    }

    private void settle(Summons summons, VmLookup.Silence silence) {
        if (docket.settle(summons)) {
            reply(summons, silence);
        }
    }

    private void reply(Summons summons, VmLookup.Silence silence) {
        Optional<UUID> instance = mark.map(VcenterMark::instance);
        summons.reply().accept(Testimony.none(silence, instance, summons.home()));
    }

    // Marks

    /// Which vCenter this is, and where in its history it was when that was last read; empty before it was reached.
    Optional<VcenterMark> mark() {
        return mark;
    }

    /// By VM, where in its history vCenter was when it had shown the VM.
    Map<MoRef, EventMark> seen() {
        return marks.seen();
    }

    /// There is a new session.
    void begin(VcenterSession session) {
        var current = new Sitting(session, new TolerantHistory(session.history(), this::tellUnreadable));
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

    /// These VMs were shown; see [EventMarks].
    void see(Set<MoRef> watched, Set<MoRef> shown) {
        Sitting current = sitting();
        current.history().beginRound();
        marks.see(watched, shown, current.history(), nanoTime.getAsLong());
        publish(current);
    }

    private Sitting sitting() {
        Sitting current = sitting;
        if (current == null) {
            throw new IllegalStateException("no session with " + vcenter);
        }
        return current;
    }

    private void publish(Sitting current) {
        mark = Optional.of(new VcenterMark(current.instance(), marks.newest()));
    }

    /// Once for each kind, however often it is tried.
    private void tellUnreadable(VcenterException e) {
        if (told.add(e.kind())) {
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .addKeyValue("cause", e.getMessage())
                    .log("Events of vCenter can't be read, so it can't tell whether a VM was destroyed");
        }
    }

    // Answers

    /// Answers the questions that wait, for a while; what then is left is next.
    void testify() {
        Sitting current = sitting();
        long began = nanoTime.getAsLong();
        heard = began;
        current.history().beginRound();
        var absent = new ArrayList<Absent>();
        for (Summons summons : docket.waiting()) {
            if (nanoTime.getAsLong() - began > AT_A_TIME_NANOS) {
                break;
            }
            if (!answer(current, summons, absent)) {
                return;
            }
        }
        if (!absent.isEmpty()) {
            holdInquest(current, absent);
        }
    }

    /// A question about a VM whose reference names nothing.
    private record Absent(Summons summons, long asked, SearchAnswer search) {}

    /// @return whether to go on: not when the vCenter does not answer
    private boolean answer(Sitting current, Summons summons, List<Absent> absent) {
        long asked = nanoTime.getAsLong();
        try {
            boolean isHome = summons.home().equals(current.instance());
            var examination = new Examination(vcenter, current.session(), summons.question());
            Optional<HomeAnswer> present = isHome ? examination.lookFor() : Optional.empty();
            SearchAnswer search = examination.search();
            if (isHome && present.isEmpty()) {
                absent.add(new Absent(summons, asked, search));
            } else {
                reply(current, summons, asked, present, search);
            }
            heard = nanoTime.getAsLong();
            return true;
        } catch (VcenterException e) {
            requireSession(e);
            VmLookup.Silence silence = Examination.silence(vcenter, e);
            docket.waiting().forEach(each -> settle(each, silence));
            return false;
        }
    }

    private void holdInquest(Sitting current, List<Absent> absent) {
        Optional<EventMark> newest = marks.read(current.history(), nanoTime.getAsLong());
        publish(current);
        var inquest = new Inquest(vcenter, current.session(), current.history(), newest);
        Map<AbsenceQuestion, HomeAnswer> answers = inquest.hold(
                absent.stream().map(each -> each.summons().question()).toList());
        absent.forEach(each -> reply(
                current,
                each.summons(),
                each.asked(),
                Optional.ofNullable(answers.get(each.summons().question())),
                each.search()));
        heard = nanoTime.getAsLong();
    }

    private void reply(Sitting current, Summons summons, long asked, Optional<HomeAnswer> home, SearchAnswer search) {
        if (docket.settle(summons)) {
            summons.reply()
                    .accept(new Testimony(
                            vcenter, Optional.of(current.instance()), OptionalLong.of(asked), home, search));
        }
    }

    /// The watch needs a session and a thread that is not interrupted, whoever called.
    static void requireSession(VcenterException e) {
        if (e.kind() == Kind.SESSION_LOST || e.kind() == Kind.CANCELED) {
            throw e;
        }
    }
}
