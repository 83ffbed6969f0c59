package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Posts Events about attachments: on the PersistentVolume and on the Node.
///
/// Threads: Events are posted from anywhere. [#run] sends them, and has one caller, which ends it by an interrupt.
public final class AttachmentEvents implements Runnable {
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final Duration UID_BUDGET = Duration.ofSeconds(4);
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final ApiServer server;
    private final EventRecorder recorder;

    /// Creates the object; it sends nothing yet.
    ///
    /// @param server sends writes only while this process is the active one
    public AttachmentEvents(ApiServer server) {
        this(server, InstantSource.system(), System::nanoTime, Sleeper.system());
    }

    AttachmentEvents(ApiServer server, InstantSource clock, LongSupplier nanoTime, Sleeper pause) {
        this.server = server;
        this.recorder = new EventRecorder(server, KubeClusterObjects.DRIVER, this::uid, clock, nanoTime, pause);
    }

    /// Posts an Event of type `Warning`.
    ///
    /// @param volumeName the PersistentVolume; empty if it is not known
    /// @param nodeName   the Node; empty if there is none
    /// @param nodeUid    the uid of the Node
    public void warning(
            Optional<String> volumeName,
            Optional<String> nodeName,
            String nodeUid,
            AttachmentReason reason,
            String message) {
        String code = reason.text();
        volumeName.ifPresent(
                name -> recorder.warning(ObjectReference.of("v1", "PersistentVolume", "", name, ""), code, message));
        nodeName.ifPresent(name -> recorder.warning(ObjectReference.node(name, nodeUid), code, message));
    }

    @Override
    public void run() {
        recorder.run();
    }

    /// Sends the Events that are waiting now.
    public void deliverWaiting() throws InterruptedException {
        recorder.deliverWaiting();
    }

    /// Returns the uid of an object; empty if there is no such object, or if this process may not read it.
    private String uid(ObjectReference object) {
        ApiCall call = ApiCall.get(
                ApiCall.path(object.kind().equals("Node") ? ClusterNodeStore.PATH : VOLUMES, object.name()));
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
