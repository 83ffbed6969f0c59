package dev.vspherecloud.testkit.csi.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the volumes of a driver that Pods use, through their claims.
///
/// A claim that is bound stays bound to its volume, so each is read once for each Pod.
///
/// Threads: one.
final class PodVolumes {
    private final KubeObjects objects;
    private final String driver;
    private final Map<String, List<PodVolume>> known = new HashMap<>();

    PodVolumes(KubeObjects objects, String driver) {
        this.objects = objects;
        this.driver = driver;
    }

    /// Returns the volumes; empty if a claim is not bound yet.
    Optional<List<PodVolume>> of(JsonNode pod) {
        String uid = pod.at("/metadata/uid").asText();
        if (known.containsKey(uid)) {
            return Optional.of(known.get(uid));
        }
        var volumes = new ArrayList<PodVolume>();
        for (JsonNode volume : pod.at("/spec/volumes")) {
            Optional<String> claim = claim(pod, volume);
            if (claim.isEmpty()) {
                continue;
            }
            Optional<JsonNode> bound = bound(pod.at("/metadata/namespace").asText(), claim.get());
            if (bound.isEmpty()) {
                return Optional.empty();
            }
            if (bound.get().at("/spec/csi/driver").asText().equals(driver)) {
                volumes.add(PodVolume.of(
                        bound.get(),
                        volume.at("/persistentVolumeClaim/readOnly").asBoolean()));
            }
        }
        known.put(uid, List.copyOf(volumes));
        return Optional.of(List.copyOf(volumes));
    }

    private static Optional<String> claim(JsonNode pod, JsonNode volume) {
        if (volume.has("persistentVolumeClaim")) {
            return Optional.of(volume.at("/persistentVolumeClaim/claimName").asText());
        }
        if (volume.has("ephemeral")) {
            return Optional.of(pod.at("/metadata/name").asText() + "-"
                    + volume.path("name").asText());
        }
        return Optional.empty();
    }

    private Optional<JsonNode> bound(String namespace, String claim) {
        return objects.find("/api/v1/namespaces/%s/persistentvolumeclaims/%s".formatted(namespace, claim))
                .filter(read -> read.at("/status/phase").asText().equals("Bound"))
                .flatMap(read -> objects.find("/api/v1/persistentvolumes/"
                        + read.at("/spec/volumeName").asText()));
    }
}
