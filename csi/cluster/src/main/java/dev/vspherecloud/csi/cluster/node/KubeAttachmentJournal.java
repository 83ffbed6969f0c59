package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.csi.operations.attachment.AttachmentJournal;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Records VMs and attempts in annotations of VolumeAttachments, and limits in annotations of Nodes. Each write names
/// the resourceVersion that was read.
///
/// Threads: any number of callers.
public final class KubeAttachmentJournal implements AttachmentJournal {
    private static final Duration BUDGET = Duration.ofSeconds(4);

    private final ApiServer server;
    private final KubeClusterObjects objects;
    private final LongSupplier nanoTime;

    /// Creates the object.
    ///
    /// @param server  sends writes only while this process is the active one
    /// @param objects the objects as they were read last; takes over what is written
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    public KubeAttachmentJournal(ApiServer server, KubeClusterObjects objects, LongSupplier nanoTime) {
        this.server = server;
        this.objects = objects;
        this.nanoTime = nanoTime;
    }

    @Override
    public FindResult find(String handle, String nodeName) {
        Optional<ClusterAttachment> known = objects.attachment(handle, nodeName);
        if (known.isPresent()) {
            return new FindResult.Found(known.get());
        }
        return readNow(handle, nodeName);
    }

    private FindResult readNow(String handle, String nodeName) {
        String name = KubeClusterObjects.attachmentName(handle, nodeName);
        ApiCall call = ApiCall.get(ApiCall.path(VolumeAttachmentStore.PATH, name));
        return switch (ObjectCalls.begin(server, nanoTime, BUDGET).send(call)) {
            case CallResult.Done(Json object) ->
                new FindResult.Found(VolumeAttachmentStore.read(object).attachment());
            case CallResult.ObjectMissing _ -> new FindResult.None();
            case CallResult.NotDone failed -> new FindResult.Unanswered(failed.problem());
        };
    }

    @Override
    public List<ClusterAttachment> ofVolume(String handle, Predicate<ClusterAttachment> condition) {
        // One hash for each Node, not for each VolumeAttachment.
        return objects.attachments().stream()
                .filter(condition)
                .map(ClusterAttachment::nodeName)
                .distinct()
                .flatMap(name -> objects.attachment(handle, name).stream())
                .filter(condition)
                .toList();
    }

    @Override
    public ReadResult read(String handle, Set<String> nodeNames) {
        var found = new ArrayList<ClusterAttachment>();
        for (String nodeName : nodeNames) {
            switch (readNow(handle, nodeName)) {
                case FindResult.Found(ClusterAttachment attachment) -> found.add(attachment);
                case FindResult.None() -> {}
                case FindResult.Unanswered(String why) -> {
                    return new ReadResult.Unanswered(why);
                }
            }
        }
        return new ReadResult.Read(found);
    }

    /// Another program may have changed the object in between, for example csi-attacher its finalizers. Then the
    /// object is read again, and if it is still what the caller decided by, the record is written once more.
    @Override
    public Optional<String> record(ClusterAttachment attachment, RecordedVm vm, Optional<AttachAttempt> attempt) {
        CallResult first = write(attachment, vm, attempt);
        CallResult last = first instanceof CallResult.Conflict
                ? reread(attachment).map(now -> write(now, vm, attempt)).orElse(first)
                : first;
        return switch (last) {
            case CallResult.Done(Json object) -> {
                objects.onAttachmentWritten(VolumeAttachmentStore.read(object));
                yield Optional.empty();
            }
            case CallResult.NotDone failed -> Optional.of(failed.problem());
        };
    }

    private CallResult write(ClusterAttachment attachment, RecordedVm vm, Optional<AttachAttempt> attempt) {
        Json.Members annotations = Json.object();
        for (Map.Entry<String, String> each : vm.annotations().entrySet()) {
            annotations = annotations.with(each.getKey(), each.getValue());
        }
        annotations = annotations.with(
                AttachAttempt.ANNOTATION, attempt.map(AttachAttempt::toString).orElse(""));
        return patch(
                ApiCall.path(VolumeAttachmentStore.PATH, attachment.name()),
                Json.object()
                        .with("uid", attachment.uid())
                        .with("resourceVersion", attachment.resourceVersion())
                        .with("annotations", annotations));
    }

    /// Returns the object as it is now; empty if the caller might decide otherwise by it.
    private Optional<ClusterAttachment> reread(ClusterAttachment before) {
        ApiCall call = ApiCall.get(ApiCall.path(VolumeAttachmentStore.PATH, before.name()));
        return ObjectCalls.begin(server, nanoTime, BUDGET).send(call) instanceof CallResult.Done(Json object)
                ? Optional.of(VolumeAttachmentStore.read(object).attachment()).filter(now -> isSameCase(before, now))
                : Optional.empty();
    }

    /// Returns true if only the version differs, or the id of the Node that csi-attacher records at the beginning.
    private static boolean isSameCase(ClusterAttachment before, ClusterAttachment now) {
        return now.equals(new ClusterAttachment(
                before.name(),
                before.uid(),
                now.resourceVersion(),
                before.volumeName(),
                before.nodeName(),
                before.nodeId().isEmpty() ? now.nodeId() : before.nodeId(),
                before.isAttached(),
                before.isDeleting(),
                before.recorded(),
                before.attempt()));
    }

    /// Writes the limit of volumes to a Node, unless the Node is gone.
    ///
    /// @return why it was not written; empty if it was
    public Optional<String> publishLimit(ClusterNode node, int limit) {
        CallResult result = patch(
                ApiCall.path(ClusterNodeStore.PATH, node.name().value()),
                Json.object()
                        .with("uid", node.uid())
                        .with("annotations", Json.object().with(AttachLimitAnnotation.KEY, String.valueOf(limit))));
        return switch (result) {
            case CallResult.Done _, CallResult.ObjectMissing _, CallResult.Conflict _ -> Optional.empty();
            case CallResult.NotDone failed -> Optional.of(failed.problem());
        };
    }

    private CallResult patch(String path, Json.Members metadata) {
        return ObjectCalls.begin(server, nanoTime, BUDGET)
                .send(ApiCall.mergePatch(
                        path, Json.object().with("metadata", metadata).toString()));
    }
}
