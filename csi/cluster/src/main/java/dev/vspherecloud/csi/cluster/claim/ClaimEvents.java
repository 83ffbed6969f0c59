package dev.vspherecloud.csi.cluster.claim;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.EventQueue;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Posts Events about claims, through an [EventRecorder].
///
/// Posting only puts the Event into a queue of [#MAX_WAITING]; if it is full, the oldest is dropped. If the provisioner
/// sends no namespace and name, the claim is searched by its uid before the Event is sent. An Event whose claim is not
/// found is dropped: the caller posts it again with its next attempt.
///
/// Threads: Events are posted from anywhere. [#run] searches and sends, and has one caller, which ends it by an
/// interrupt; only this thread uses the search.
public final class ClaimEvents implements Runnable {
    /// The component in Events, which is the name of the driver.
    private static final String COMPONENT = "csi.vsphere.vmware.com";

    private static final int MAX_WAITING = 1000;
    private static final Duration UID_BUDGET = Duration.ofSeconds(4);
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    /// An Event that waits to be sent.
    private record Pending(ClaimOfVolume claim, boolean isWarning, String reason, String message) {}

    private final ApiServer server;
    private final EventRecorder recorder;
    private final ClaimSearch search;
    private final EventQueue<Pending> waiting = new EventQueue<>(MAX_WAITING);

    /// Creates the object; it sends nothing yet.
    ///
    /// @param server sends writes only while this process is the active one
    public ClaimEvents(ApiServer server) {
        this(server, InstantSource.system(), System::nanoTime, Sleeper.system());
    }

    ClaimEvents(ApiServer server, InstantSource clock, LongSupplier nanoTime, Sleeper pause) {
        this.server = server;
        this.recorder = new EventRecorder(server, COMPONENT, this::uid, clock, nanoTime, pause);
        this.search = new ClaimSearch(server, nanoTime, pause);
    }

    /// Posts an Event of type `Warning`.
    public void warning(ClaimOfVolume claim, Reason reason) {
        waiting.add(new Pending(claim, true, reason.code().text(), reason.message()));
    }

    /// Posts an Event of type `Normal`.
    ///
    /// @param reason one word in upper camel case
    public void normal(ClaimOfVolume claim, String reason, String message) {
        waiting.add(new Pending(claim, false, reason, message));
    }

    /// Returns how many Events were dropped: because a queue was full, because their claim was not found, or
    /// because the API server did not accept them.
    public long dropped() {
        return waiting.dropped() + recorder.dropped();
    }

    @Override
    public void run() {
        try {
            while (true) {
                deliver(waiting.awaitAll());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sends the Events that are waiting now.
    public void deliverWaiting() throws InterruptedException {
        deliver(waiting.takeAll());
    }

    private void deliver(List<Pending> batch) throws InterruptedException {
        List<Pending> unknown = send(batch);
        if (!unknown.isEmpty()) {
            search.awaitInterval();
            unknown.addAll(waiting.takeAll());
            search.search(unknown.stream()
                    .flatMap(pending -> pending.claim().uid().stream())
                    .collect(Collectors.toSet()));
            waiting.drop(send(unknown).size());
        }
    }

    /// Sends the Events whose claims are known, and returns the others. Events about claims that no search can find are
    /// dropped.
    private List<Pending> send(List<Pending> batch) throws InterruptedException {
        var unknown = new ArrayList<Pending>();
        for (Pending pending : batch) {
            Optional<ObjectReference> about = known(pending.claim());
            if (about.isPresent()) {
                record(about.get(), pending);
            } else if (pending.claim().uid().isPresent()) {
                unknown.add(pending);
            } else {
                waiting.drop(1);
            }
        }
        recorder.deliverWaiting();
        return unknown;
    }

    private Optional<ObjectReference> known(ClaimOfVolume claim) {
        return claim.hasName()
                ? Optional.of(ListedClaim.reference(
                        claim.namespace(), claim.name(), claim.uid().orElse("")))
                : claim.uid().flatMap(search::remembered);
    }

    private void record(ObjectReference about, Pending pending) {
        if (pending.isWarning()) {
            recorder.warning(about, pending.reason(), pending.message());
        } else {
            recorder.normal(about, pending.reason(), pending.message());
        }
    }

    /// Returns the uid of a claim; empty if there is no such claim, or if this process may not read it.
    private String uid(ObjectReference claim) {
        ApiCall call = ApiCall.get(ApiCall.path(
                ApiCall.path("/api/v1/namespaces", claim.namespace(), "persistentvolumeclaims"), claim.name()));
        ApiAnswer answer = server.call(call, UID_BUDGET);
        if (answer.isSuccess()) {
            return answer.json().find("metadata", "uid").asText();
        }
        if (answer.status() == NOT_FOUND || answer.status() == FORBIDDEN) {
            return "";
        }
        throw server.failure(call, answer);
    }
}
