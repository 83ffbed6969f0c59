package dev.vspherecloud.csi.cluster.snapshot;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.EventQueue;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Posts Events about snapshots that are not created, on their VolumeSnapshots, and about those that are not deleted,
/// on their VolumeSnapshotContents: the VolumeSnapshot may be gone then.
///
/// A request to create names the uid of the VolumeSnapshot, and so the name of its VolumeSnapshotContent. A request to
/// delete names only the handle, so that all VolumeSnapshotContents are listed, at most once in ten seconds. An Event
/// whose object is not found is dropped: the caller posts it again with its next attempt. Of those that wait, at most
/// [#MAX_WAITING] are kept.
///
/// Threads: Events are posted from anywhere. [#run] sends them, and has one caller, which ends it by an interrupt.
public final class SnapshotEvents implements Runnable {
    /// The component in Events, which is the name of the driver.
    private static final String COMPONENT = "csi.vsphere.vmware.com";

    /// Rule from: external-snapshotter, pkg/sidecar-controller, makeSnapshotName: the prefix, which is an option, and
    /// the uid. The name of the content is from pkg/utils, GetDynamicSnapshotContentNameForSnapshot.
    private static final Pattern REQUEST =
            Pattern.compile(".+-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    private static final String CONTENT_PREFIX = "snapcontent-";

    private static final int MAX_WAITING = 1000;
    private static final Duration GET_BUDGET = Duration.ofSeconds(4);
    private static final Duration LIST_BUDGET = Duration.ofSeconds(30);
    private static final Duration LIST_INTERVAL = Duration.ofSeconds(10);

    /// An Event that waits to be sent.
    ///
    /// @param name the name of a request to create, or the handle of a snapshot to delete
    private record Pending(boolean isDelete, String name, Reason reason) {}

    private final ApiServer server;
    private final EventRecorder recorder;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private final EventQueue<Pending> waiting = new EventQueue<>(MAX_WAITING);
    private boolean wasListed;
    private long listedAt;

    /// Creates the object; it sends nothing yet.
    ///
    /// @param server sends writes only while this process is the active one
    public SnapshotEvents(ApiServer server) {
        this(server, InstantSource.system(), System::nanoTime, Sleeper.system());
    }

    SnapshotEvents(ApiServer server, InstantSource clock, LongSupplier nanoTime, Sleeper pause) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.recorder = new EventRecorder(server, COMPONENT, ObjectReference::uid, clock, nanoTime, pause);
    }

    /// Posts an Event of type `Warning` about a snapshot that is not created.
    ///
    /// @param requestName the name of the request, as in `snapshot-<uid>`
    public void notCreated(String requestName, Reason reason) {
        waiting.add(new Pending(false, requestName, reason));
    }

    /// Posts an Event of type `Warning` about a snapshot that is not deleted.
    ///
    /// @param handle the handle of the snapshot
    public void notDeleted(String handle, Reason reason) {
        waiting.add(new Pending(true, handle, reason));
    }

    /// Returns how many Events were dropped: because a queue was full, because their object was not found, or because
    /// the API server did not accept them.
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
        Map<String, List<ObjectReference>> contents = contents(
                batch.stream().filter(Pending::isDelete).map(Pending::name).collect(Collectors.toSet()));
        for (Pending pending : batch) {
            List<ObjectReference> about = pending.isDelete()
                    ? contents.getOrDefault(pending.name(), List.of())
                    : snapshot(pending.name()).stream().toList();
            about.forEach(object -> recorder.warning(object, pending.reason()));
            if (about.isEmpty()) {
                waiting.drop(1);
            }
        }
        recorder.deliverWaiting();
    }

    /// Finds the VolumeSnapshot of a request to create.
    private Optional<ObjectReference> snapshot(String requestName) throws InterruptedException {
        Matcher matcher = REQUEST.matcher(requestName);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        ApiCall call = ApiCall.get(ApiCall.path(SnapshotContent.PATH, CONTENT_PREFIX + matcher.group(1)));
        CallResult result = ObjectCalls.begin(server, nanoTime, GET_BUDGET).send(call);
        requireNotInterrupted();
        return result instanceof CallResult.Done(Json content)
                ? Optional.of(SnapshotContent.snapshotOf(content))
                        .filter(found -> !found.name().isEmpty())
                : Optional.empty();
    }

    /// Finds the VolumeSnapshotContents with these handles. Several may have the same one.
    private Map<String, List<ObjectReference>> contents(Set<String> handles) throws InterruptedException {
        if (handles.isEmpty()) {
            return Map.of();
        }
        Duration sinceList = Duration.ofNanos(nanoTime.getAsLong() - listedAt);
        if (wasListed && sinceList.compareTo(LIST_INTERVAL) < 0) {
            pause.sleep(LIST_INTERVAL.minus(sinceList));
        }
        wasListed = true;
        listedAt = nanoTime.getAsLong();
        ListResult<Map<String, List<ObjectReference>>> result = ObjectCalls.begin(server, nanoTime, LIST_BUDGET)
                .list(SnapshotContent.PATH, SnapshotContent.READER, HashMap::new, (found, content) -> {
                    if (handles.contains(content.handle())) {
                        found.computeIfAbsent(content.handle(), _ -> new ArrayList<>())
                                .add(content.reference());
                    }
                });
        requireNotInterrupted();
        return result instanceof ListResult.Complete<Map<String, List<ObjectReference>>>(var found) ? found : Map.of();
    }

    /// A call that is interrupted ends as one without an answer.
    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the driver stops");
        }
    }
}
