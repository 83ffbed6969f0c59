package dev.vspherecloud.kubernetes.event;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Posts Events about objects of any kind. A separate thread sends them, so that posting never waits.
///
/// Posting only puts an Event into a queue of [#MAX_WAITING]; if it is full, the oldest Event is dropped. If an
/// equal Event was sent before, its count is raised instead. An Event that the API server does not accept for
/// two minutes is dropped; the reason is logged once for each namespace. An Event whose sending fails
/// unexpectedly is dropped: if [#run] is called again, it continues with the next.
///
/// Threads: Events are posted from anywhere. [#run] sends them and has one caller, which ends it by an
/// interrupt; only this thread uses the correlator.
public final class EventRecorder implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    /// The size of the queue. This and the two constants below are from: client-go, tools/record.
    private static final int MAX_WAITING = 1000;

    private static final int MAX_TRIES = 12;
    private static final Duration RETRY_PAUSE = Duration.ofSeconds(10);

    private final ApiServer server;
    private final String component;
    private final Function<ObjectReference, String> uids;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final BlockingDeque<PendingEvent.At> waiting = new LinkedBlockingDeque<>(MAX_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private final EventCorrelator correlator = new EventCorrelator();
    private final Set<String> failing = new HashSet<>();

    /// Creates a recorder.
    ///
    /// @param component the source of the Events, in `source.component`, as in `cloud-node-controller`
    /// @param uids      looks up the `uid` of an object that was posted without one, right before its Event is
    ///     created. The sending thread calls it. It returns an empty text if there is none. If it throws a
    ///     [KubeException], the Event is retried as if the API server had not accepted it
    /// @param mayWrite  returns true while it is certain that this process leads; an Event that is posted at
    ///     other times waits
    public EventRecorder(
            KubeConnection connection,
            String component,
            Function<ObjectReference, String> uids,
            BooleanSupplier mayWrite) {
        this(
                connection.server().withWriteFence(mayWrite),
                component,
                uids,
                InstantSource.system(),
                System::nanoTime,
                Sleeper.system());
    }

    public EventRecorder(
            ApiServer server,
            String component,
            Function<ObjectReference, String> uids,
            InstantSource clock,
            LongSupplier nanoTime,
            Sleeper pause) {
        this.server = server;
        this.component = component;
        this.uids = uids;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /// Posts an Event of type `Normal`, which reports that something happened as expected.
    ///
    /// @param reason  one word, as in `Synced`
    /// @param message a sentence for people; cut after 1024 characters
    public void normal(ObjectReference about, String reason, String message) {
        post(new PendingEvent(about, "Normal", reason, message));
    }

    /// Posts an Event of type `Warning`, which reports that something needs attention. The parameters are those
    /// of [#normal].
    public void warning(ObjectReference about, String reason, String message) {
        post(new PendingEvent(about, "Warning", reason, message));
    }

    /// Posts an Event of type `Warning` with the code and the message of a reason.
    public void warning(ObjectReference about, Reason reason) {
        warning(about, reason.code().text(), reason.message());
    }

    /// Returns the request that creates one Event of type `Normal`, for a caller that sends it itself and never
    /// raises its count.
    ///
    /// @param about the object of the Event, with its `uid` if that is known
    public static ApiCall creation(String component, ObjectReference about, String reason, String message, Instant at) {
        var event = new PendingEvent(about, "Normal", reason, message);
        return creation(component, event, about, EventJson.name(about, at), at);
    }

    /// Returns how many Events were dropped: because the queue was full, because their object had too many Events,
    /// or because the API server did not accept them.
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void run() {
        try {
            while (true) {
                deliverOrDrop(waiting.takeFirst());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliverOrDrop(PendingEvent.At pending) throws InterruptedException {
        boolean isHandled = false;
        try {
            deliver(pending);
            isHandled = true;
        } finally {
            if (!isHandled) {
                dropped.incrementAndGet();
            }
        }
    }

    /// Sends the Events that are in the queue now.
    public void deliverWaiting() throws InterruptedException {
        for (PendingEvent.At pending = waiting.pollFirst(); pending != null; pending = waiting.pollFirst()) {
            deliver(pending);
        }
    }

    private void post(PendingEvent event) {
        var pending = new PendingEvent.At(event, clock.instant());
        while (!waiting.offerLast(pending)) {
            if (waiting.pollFirst() != null) {
                dropped.incrementAndGet();
            }
        }
    }

    private void deliver(PendingEvent.At pending) throws InterruptedException {
        if (!correlator.tryAcquire(pending.event().subject(), Duration.ofNanos(nanoTime.getAsLong()))) {
            dropped.incrementAndGet();
            return;
        }
        for (int attempt = 1; !send(pending); attempt++) {
            if (attempt == MAX_TRIES) {
                dropped.incrementAndGet();
                return;
            }
            pause.sleep(RETRY_PAUSE);
        }
    }

    /// Sends one Event. Returns true if it was sent or dropped, so that it must not be retried.
    private boolean send(PendingEvent.At pending) throws InterruptedException {
        try {
            Optional<EventCorrelator.Sent> before = correlator.find(pending.event());
            if (before.isEmpty() || !updateCount(pending, before.get())) {
                create(pending);
            }
            failing.remove(pending.event().subject().eventNamespace());
            return true;
        } catch (KubeException e) {
            if (e.kind() == Kind.INTERRUPTED) {
                throw new InterruptedException(e.getMessage());
            }
            if (e.kind() != Kind.NOT_LEADING) {
                logFailure(pending.event().subject().eventNamespace(), e);
            }
            return e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN;
        }
    }

    /// Raises the count of an Event; returns false if the API server does not have the Event any more.
    private boolean updateCount(PendingEvent.At pending, EventCorrelator.Sent before) {
        int count = before.count() + 1;
        ApiCall call = ApiCall.mergePatch(
                ApiCall.path(events(pending.event()), before.name()), EventJson.countUpdate(count, pending.at()));
        ApiAnswer answer = server.call(call);
        if (answer.status() == 404) {
            correlator.forget(pending.event());
            return false;
        }
        if (!answer.isSuccess()) {
            throw server.failure(call, answer);
        }
        correlator.remember(pending.event(), new EventCorrelator.Sent(before.name(), count));
        return true;
    }

    private void create(PendingEvent.At pending) {
        ObjectReference subject = pending.event().subject();
        ObjectReference about = subject.uid().isEmpty() ? subject.withUid(uids.apply(subject)) : subject;
        String name = EventJson.name(subject, clock.instant());
        ApiCall call = creation(component, pending.event(), about, name, pending.at());
        ApiAnswer answer = server.call(call);
        if (!answer.isSuccess()) {
            throw server.failure(call, answer);
        }
        correlator.remember(pending.event(), new EventCorrelator.Sent(name, 1));
    }

    private void logFailure(String namespace, KubeException e) {
        if (failing.add(namespace)) {
            LOG.atWarn()
                    .addKeyValue("namespace", namespace)
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot create Events in this namespace; everything else works as before");
        }
    }

    private static ApiCall creation(
            String component, PendingEvent event, ObjectReference about, String name, Instant at) {
        return ApiCall.post(events(event), EventJson.creation(component, event, about, name, at));
    }

    private static String events(PendingEvent event) {
        return ApiCall.path("/api/v1/namespaces", event.subject().eventNamespace(), "events");
    }
}
