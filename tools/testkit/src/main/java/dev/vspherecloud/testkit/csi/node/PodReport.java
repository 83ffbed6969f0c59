package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// The status of a Pod as a kubelet writes it.
///
/// A list of containers is necessary: the attach-detach controller takes a Pod with an empty list for terminated, and
/// detaches its volumes.
final class PodReport {
    private static final List<String> CONDITIONS =
            List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady");

    private PodReport() {}

    /// All containers run.
    static String running(JsonNode pod, Instant now) {
        return report(pod, "Running", true, now);
    }

    /// All containers have ended.
    static String terminated(JsonNode pod, Instant now) {
        return report(pod, "Succeeded", false, now);
    }

    private static String report(JsonNode pod, String phase, boolean running, Instant now) {
        var patch = JsonNodeFactory.instance.objectNode();
        ObjectNode status = patch.putObject("status").put("phase", phase);
        if (running) {
            status.put("startTime", seconds(now));
        }
        ArrayNode conditions = status.putArray("conditions");
        pod.at("/status/conditions")
                .valueStream()
                .filter(each -> !CONDITIONS.contains(each.path("type").asText()))
                .forEach(conditions::add);
        for (String type : CONDITIONS) {
            boolean isTrue = running || type.equals("Initialized");
            conditions
                    .addObject()
                    .put("type", type)
                    .put("status", isTrue ? "True" : "False")
                    .put("lastTransitionTime", seconds(now));
        }
        ArrayNode containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.at("/spec/containers")) {
            String id = "containerd://%s-%s"
                    .formatted(
                            pod.at("/metadata/uid").asText(),
                            container.path("name").asText());
            ObjectNode state = containers
                    .addObject()
                    .put("name", container.path("name").asText())
                    .put("image", container.path("image").asText())
                    .put("imageID", container.path("image").asText())
                    .put("containerID", id)
                    .put("ready", running)
                    .put("started", running)
                    .put("restartCount", 0)
                    .putObject("state");
            if (running) {
                state.putObject("running").put("startedAt", seconds(now));
            } else {
                state.putObject("terminated")
                        .put("exitCode", 0)
                        .put("reason", "Completed")
                        .put("containerID", id)
                        .put("finishedAt", seconds(now));
            }
        }
        return patch.toString();
    }

    private static String seconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond()).toString();
    }
}
