package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.vspherecloud.testkit.servers.KubeObjects;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Brings the mounts of one Node and the state of its Pods in line with the API server, in the order of a kubelet:
///
/// 1. report the volumes in use;
/// 2. wait until the Node has the volume among those attached, and the VolumeAttachment says so;
/// 3. stage, publish, report the Pod as running;
/// 4. for a Pod that is deleted: report its containers as terminated, unpublish, unstage, report the volumes in use,
///    delete the Pod.
///
/// All state is in the API server and in the mounts, so a new instance continues where another one stopped.
///
/// Threads: one.
final class PodSync {
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments/";

    private final KubeObjects objects;
    private final InstantSource clock;
    private final String node;
    private final NodePlugin plugin;
    private final PodVolumes volumes;
    private final Consumer<String> failures;

    /// @param failures gets the messages of calls to the driver that failed
    PodSync(KubeObjects objects, InstantSource clock, String node, NodePlugin plugin, Consumer<String> failures) {
        this.objects = objects;
        this.clock = clock;
        this.node = node;
        this.plugin = plugin;
        this.volumes = new PodVolumes(objects, plugin.driver());
        this.failures = failures;
    }

    /// One pass over all Pods. Call it again and again.
    ///
    /// @param registered true if the driver is registered, so that volumes can be staged
    void sync(boolean registered) {
        Optional<JsonNode> read = objects.findNode(node);
        List<JsonNode> pods = objects.get("/api/v1/pods?fieldSelector=spec.nodeName%3D" + node)
                .path("items")
                .valueStream()
                .toList();
        Map<String, List<PodVolume>> wanted = wanted(pods);
        read.ifPresent(present -> reportInUse(present, wanted));
        if (unmount(pods, wanted)) {
            objects.findNode(node).ifPresent(present -> reportInUse(present, wanted));
        }
        for (JsonNode pod : pods) {
            if (isDeleted(pod)) {
                remove(pod);
            } else if (read.isPresent() && wanted.containsKey(uid(pod))) {
                start(pod, read.get(), wanted.getOrDefault(uid(pod), List.of()), registered);
            }
        }
    }

    /// The volumes by the UID of each Pod that runs or is to run. A Pod with a claim that is not bound is missing.
    private Map<String, List<PodVolume>> wanted(List<JsonNode> pods) {
        var wanted = new LinkedHashMap<String, List<PodVolume>>();
        for (JsonNode pod : pods) {
            if (!isDeleted(pod) && !isTerminated(pod)) {
                volumes.of(pod).ifPresent(found -> wanted.put(uid(pod), found));
            }
        }
        return wanted;
    }

    /// Writes `status.volumesInUse` if it differs: the volumes of Pods, and those that are still mounted.
    private void reportInUse(JsonNode present, Map<String, List<PodVolume>> wanted) {
        var inUse = new TreeSet<String>();
        wanted.values().forEach(list -> list.forEach(volume -> inUse.add(volume.uniqueName())));
        plugin.staged().forEach(volume -> inUse.add(volume.uniqueName()));
        plugin.published().forEach(volume -> inUse.add(volume.volume().uniqueName()));
        Set<String> reported = present.at("/status/volumesInUse")
                .valueStream()
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
        if (!reported.equals(inUse)) {
            var patch = JsonNodeFactory.instance.objectNode();
            inUse.forEach(patch.putObject("status").putArray("volumesInUse")::add);
            objects.patch("/api/v1/nodes/" + node + "/status", patch.toString());
        }
    }

    /// Unmounts what no Pod wants any more.
    ///
    /// @return true if a mount is gone
    private boolean unmount(List<JsonNode> pods, Map<String, List<PodVolume>> wanted) {
        pods.stream()
                .filter(pod -> isDeleted(pod) && !isTerminated(pod) && hasContainers(pod))
                .forEach(pod -> objects.patch(status(pod), PodReport.terminated(pod, clock.instant())));
        boolean changed = false;
        for (PublishedVolume mount : plugin.published()) {
            if (!wanted.containsKey(mount.pod())) {
                changed |= call(() -> plugin.unpublish(mount));
            }
        }
        Set<String> needed = Stream.concat(
                        plugin.published().stream().map(PublishedVolume::volume),
                        wanted.values().stream().flatMap(List::stream))
                .map(PodVolume::handle)
                .collect(Collectors.toSet());
        for (PodVolume volume : plugin.staged()) {
            if (!needed.contains(volume.handle())) {
                changed |= call(() -> plugin.unstage(volume));
            }
        }
        return changed;
    }

    /// Deletes a Pod whose volumes are unmounted.
    private void remove(JsonNode pod) {
        if (plugin.published().stream().noneMatch(mount -> mount.pod().equals(uid(pod)))) {
            var options = JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);
            options.putObject("preconditions").put("uid", uid(pod));
            objects.delete(path(pod), options.toString());
        }
    }

    /// Reports the Pod as running if its volumes are attached and can be published. A Pod that runs gets mounts that
    /// are missing, as after a reboot.
    private void start(JsonNode pod, JsonNode read, List<PodVolume> needed, boolean registered) {
        if (!needed.isEmpty() && !registered) {
            return;
        }
        for (PodVolume volume : needed) {
            if (!mount(pod, read, volume)) {
                return;
            }
        }
        if (isPending(pod)) {
            objects.patch(status(pod), PodReport.running(pod, clock.instant()));
        }
    }

    private boolean mount(JsonNode pod, JsonNode read, PodVolume volume) {
        var mount = new PublishedVolume(uid(pod), volume);
        if (plugin.published().contains(mount)) {
            return true;
        }
        if (plugin.staged().stream().noneMatch(each -> each.handle().equals(volume.handle()))) {
            Optional<Map<String, String>> context = publishContext(read, volume);
            if (context.isEmpty() || !call(() -> plugin.stage(volume, context.get()))) {
                return false;
            }
        }
        return call(() -> plugin.publish(mount));
    }

    /// Returns the publish context of a volume that is attached and that the Node has reported as in use.
    private Optional<Map<String, String>> publishContext(JsonNode read, PodVolume volume) {
        boolean reported = read.at("/status/volumesInUse").valueStream().anyMatch(name -> name.asText()
                .equals(volume.uniqueName()));
        boolean attached = read.at("/status/volumesAttached")
                .valueStream()
                .anyMatch(each -> each.path("name").asText().equals(volume.uniqueName()));
        if (!reported || !attached) {
            return Optional.empty();
        }
        return objects.find(ATTACHMENTS + volume.attachmentName(node))
                .filter(attachment -> attachment.at("/status/attached").asBoolean()
                        && !attachment.at("/metadata").has("deletionTimestamp"))
                .map(attachment -> attachment
                        .at("/status/attachmentMetadata")
                        .propertyStream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().asText())));
    }

    private interface NodeCall {
        void make() throws NodeCallException;
    }

    private boolean call(NodeCall call) {
        try {
            call.make();
            return true;
        } catch (NodeCallException e) {
            failures.accept(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static boolean isDeleted(JsonNode pod) {
        return pod.at("/metadata").has("deletionTimestamp");
    }

    private static boolean isTerminated(JsonNode pod) {
        String phase = pod.at("/status/phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private static boolean isPending(JsonNode pod) {
        return pod.at("/status/phase").asText().equals("Pending");
    }

    private static boolean hasContainers(JsonNode pod) {
        return !pod.at("/status/containerStatuses").isEmpty();
    }

    private static String uid(JsonNode pod) {
        return pod.at("/metadata/uid").asText();
    }

    private static String path(JsonNode pod) {
        return "/api/v1/namespaces/%s/pods/%s"
                .formatted(
                        pod.at("/metadata/namespace").asText(),
                        pod.at("/metadata/name").asText());
    }

    private static String status(JsonNode pod) {
        return path(pod) + "/status";
    }
}
