package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.domain.identity.VmLookup.Silence;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The session of one vCenter's watcher, for calls of other threads. There is no second login, and all calls use
/// the same session.
///
/// The watcher delivers its session once, when a thread needs it first, and again after it was replaced or lost. A
/// call that finds out that vCenter does not know the session reports that to the watcher, which checks it and logs
/// in once, however many calls failed.
///
/// Threads: any. A thread waits only while there is no session. Callers must not log out of the session.
public final class CurrentSession {
    private final VcenterWatcher watcher;
    private final SessionSlot<VcenterSession> slot;
    private final LongSupplier nanoTime;

    /// Creates the object without a session; nothing is requested yet.
    ///
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    CurrentSession(VcenterWatcher watcher, SessionSlot<VcenterSession> slot, LongSupplier nanoTime) {
        this.watcher = watcher;
        this.slot = slot;
        this.nanoTime = nanoTime;
    }

    /// Returns the session. If there is none, waits for one.
    ///
    /// If a call in the session fails with [SESSION_LOST][VcenterException.Kind#SESSION_LOST], call
    /// [#onSessionLost]. [#call] and [#read] do that.
    ///
    /// @param deadline how long to wait at most
    /// @throws NoSessionException if there is no session in time, and at once if the connection is being closed
    public VcenterSession session(Duration deadline) throws InterruptedException {
        return slot.await(deadline, this::request).orElseThrow(() -> new NoSessionException(reason(deadline)));
    }

    /// Runs a call in the session, once. It is for calls that change something.
    ///
    /// If the call fails with [SESSION_LOST][VcenterException.Kind#SESSION_LOST], vCenter has refused the
    /// request and done nothing. The caller may try again, and gets the next session.
    ///
    /// @param deadline how long the wait for the session and the call may take together. The call never takes
    ///     longer than the client allows for one
    /// @param call     makes one call; a function with several calls could fail after the first
    /// @throws NoSessionException if there is no session in time; the call was not made
    /// @throws VcenterException if the call failed
    public <T extends @Nullable Object> T call(Duration deadline, Function<VcenterSession, T> call)
            throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        VcenterSession session = session(deadline);
        try {
            return call.apply(session.within(() -> left(end)));
        } catch (VcenterException e) {
            if (isLost(e)) {
                onSessionLost(session);
            }
            throw e;
        }
    }

    /// Runs calls that only read. If the session is lost, they run once more, in the next session.
    ///
    /// @param deadline how long the waits for sessions and all calls may take together
    /// @throws NoSessionException if there is no session in time
    /// @throws VcenterException if a call failed, also if the next session was lost, too
    public <T extends @Nullable Object> T read(Duration deadline, Function<VcenterSession, T> read)
            throws InterruptedException {
        long end = nanoTime.getAsLong() + deadline.toNanos();
        try {
            return call(deadline, read);
        } catch (VcenterException e) {
            if (!isLost(e)) {
                throw e;
            }
            return call(left(end), read);
        }
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }

    /// Called when a call failed with [SESSION_LOST][VcenterException.Kind#SESSION_LOST]. The next [#session] waits
    /// for another session. Does not block; any number of threads may report the same session.
    public void onSessionLost(VcenterSession lost) {
        slot.remove(lost, () -> watcher.reportSessionLost(lost));
    }

    private static boolean isLost(VcenterException failure) {
        return failure.kind() == VcenterException.Kind.SESSION_LOST;
    }

    private void request() {
        watcher.enqueueQuery(slot::put);
    }

    private Silence reason(Duration deadline) {
        if (slot.isClosed()) {
            return new Silence(watcher.name(), "this program is closing the connection");
        }
        return watcher.silence()
                .orElseGet(() ->
                        new Silence(watcher.name(), "the login took longer than %d ms".formatted(deadline.toMillis())));
    }
}
