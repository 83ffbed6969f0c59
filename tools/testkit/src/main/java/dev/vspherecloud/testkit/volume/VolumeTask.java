package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A task of CNS in a [SimulatedVcenter].
///
/// @param ref its moref, as in `task-7`
/// @param method as in `CnsCreateVolume`
/// @param state `queued`, `running`, `success` or `error`
/// @param subjects ids of volumes, or the name and the chosen id of a new one
/// @param volume the id of the volume that it made; empty for none
/// @param fault the type of its fault, or of the fault in its first result; empty for none
/// @param cause the type of the innermost fault in it: another one if [VolumeSettings.FaultForm#NESTED]
/// @param held true if it waits for [SimulatorVolumes#releaseTasks]
/// @param vanished true if clients do not find it any more
public record VolumeTask(
        String ref,
        String method,
        String state,
        List<String> subjects,
        String volume,
        String fault,
        String cause,
        boolean held,
        boolean vanished) {
    public VolumeTask {
        subjects = List.copyOf(subjects);
    }

    static VolumeTask parse(JsonNode json) {
        return new VolumeTask(
                json.path("id").asText(),
                json.path("method").asText(),
                json.path("state").asText(),
                SimulatorVolumes.texts(json.path("subjects")),
                json.path("volume").asText(),
                json.path("fault").asText(),
                json.path("cause").asText(),
                json.path("held").asBoolean(),
                json.path("vanished").asBoolean());
    }
}
