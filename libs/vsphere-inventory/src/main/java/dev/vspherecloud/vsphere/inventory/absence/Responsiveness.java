package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tracks whether one vCenter answers, and decides which answer callers get while vCenter has not answered.
///
/// A request is pending until the next call to vCenter is answered. The length of that time decides whether
/// vCenter counts as asked, slow or silent. The state is kept for the whole vCenter and not for each Node, so a
/// vCenter that hangs delays the first Node and no other.
///
/// Threads: any thread may read the state and mark a request as pending. Only the watcher's thread records
/// progress, confirmations and failures. One atomic reference holds the state, one volatile field when it was
/// confirmed. Only the watcher's thread uses the state of the log.
public final class Responsiveness {
    private static final Logger log = LoggerFactory.getLogger(Responsiveness.class);

    /// The wait for this vCenter's answer although another vCenter has the VM.
    private static final Duration SLOW_AFTER = Duration.ofSeconds(2);

    /// The wait for this vCenter's answer before it counts as silent.
    private static final Duration SILENT_AFTER = Duration.ofSeconds(15);

    private final String vcenter;
    private final LongSupplier nanoTime;
    private final AtomicReference<WatcherHealth> health = new AtomicReference<>(WatcherHealth.IDLE);
    private volatile OptionalLong confirmedAt = OptionalLong.empty();
    private volatile String lastLoggedTopic = "";

    public Responsiveness(String vcenter, LongSupplier nanoTime) {
        this.vcenter = vcenter;
        this.nanoTime = nanoTime;
    }

    /// Records that a request is not answered yet.
    public void markPending() {
        health.compareAndSet(WatcherHealth.IDLE, new WatcherHealth.Answering(nanoTime.getAsLong()));
    }

    /// Records that a call was answered, so that the time of pending requests starts again.
    public void onProgress() {
        WatcherHealth current = health.get();
        if (current instanceof WatcherHealth.Answering && !current.equals(WatcherHealth.IDLE)) {
            health.compareAndSet(current, new WatcherHealth.Answering(nanoTime.getAsLong()));
        }
    }

    /// Records that there is a new snapshot.
    ///
    /// @param isComplete true if the snapshot answers all requests
    public void onPublished(boolean isComplete) {
        // The state must be this very object, since markPending() compares by identity: with an equal object,
        // no request would ever count as pending again.
        WatcherHealth previous =
                health.getAndSet(isComplete ? WatcherHealth.IDLE : new WatcherHealth.Answering(nanoTime.getAsLong()));
        lastLoggedTopic = "";
        if (previous instanceof WatcherHealth.Failing) {
            log.atInfo().addKeyValue("vcenter", vcenter).log("vCenter answers again");
        }
    }

    /// Records that the vCenter cannot be read. This is logged once: while a vCenter is down, each attempt
    /// fails at another call and with another text.
    ///
    /// @param topic identifies the cause, whatever the text
    /// @return true if the reason changed for callers that wait
    public boolean onFailed(VsphereReason code, String topic, String why) {
        WatcherHealth previous = health.getAndSet(new WatcherHealth.Failing(code, why));
        if (!topic.equals(lastLoggedTopic)) {
            lastLoggedTopic = topic;
            log.atWarn()
                    .addKeyValue("vcenter", vcenter)
                    .addKeyValue("reason", code.text())
                    .addKeyValue("cause", why)
                    .log("Cannot read vCenter, will try again");
        }
        return !(previous instanceof WatcherHealth.Failing before) || before.code() != code;
    }

    /// Returns the answer that callers get while vCenter has not answered.
    public VcenterAnswer fallbackAnswer() {
        markPending();
        return switch (health.get()) {
            case WatcherHealth.Failing(VsphereReason code, String why) ->
                new VcenterAnswer.Silent(new VmLookup.Silence(vcenter, code, why));
            case WatcherHealth.Answering(long pendingSince) ->
                answerAfter(Duration.ofNanos(
                        pendingSince == WatcherHealth.NOTHING_PENDING ? 0 : nanoTime.getAsLong() - pendingSince));
        };
    }

    /// Records the time for which the shown values are confirmed.
    ///
    /// @param at nanoseconds of the monotonic clock
    public void onConfirmed(long at) {
        confirmedAt = OptionalLong.of(at);
    }

    /// Returns how long ago the values were confirmed; empty before the first time, and while the vCenter
    /// fails.
    public Optional<Duration> timeSinceConfirmed() {
        OptionalLong at = confirmedAt;
        return at.isEmpty() || failure().isPresent()
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanoTime.getAsLong() - at.getAsLong()));
    }

    /// Returns why the last attempt failed; empty if it did not fail.
    Optional<VmLookup.Silence> failure() {
        return health.get() instanceof WatcherHealth.Failing(VsphereReason code, String why)
                ? Optional.of(new VmLookup.Silence(vcenter, code, why))
                : Optional.empty();
    }

    /// Returns why the vCenter does not answer; empty if it answers. This call does not count as a request.
    public Optional<VmLookup.Silence> silence() {
        return switch (health.get()) {
            case WatcherHealth.Failing(VsphereReason code, String why) ->
                Optional.of(new VmLookup.Silence(vcenter, code, why));
            case WatcherHealth.Answering(long pendingSince)
            when pendingSince == WatcherHealth.NOTHING_PENDING -> Optional.empty();
            case WatcherHealth.Answering(long pendingSince) ->
                Optional.of(Duration.ofNanos(nanoTime.getAsLong() - pendingSince))
                        .filter(time -> time.compareTo(SLOW_AFTER) >= 0)
                        .map(this::noAnswerFor);
        };
    }

    VmLookup.Silence noAnswerFor(Duration time) {
        return new VmLookup.Silence(vcenter, "no answer for %d s".formatted(time.toSeconds()));
    }

    private VcenterAnswer answerAfter(Duration time) {
        if (time.compareTo(SLOW_AFTER) < 0) {
            return new VcenterAnswer.Awaited(vcenter);
        }
        return time.compareTo(SILENT_AFTER) < 0
                ? new VcenterAnswer.Slow(vcenter)
                : new VcenterAnswer.Silent(noAnswerFor(time));
    }
}
