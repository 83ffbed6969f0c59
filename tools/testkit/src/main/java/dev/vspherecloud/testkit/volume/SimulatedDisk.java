package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A First Class Disk of a [SimulatedVcenter].
///
/// @param datastore the moref of its datastore
/// @param path of its file, as in `[datastore1] fcd/UUID.vmdk`
/// @param volume true if CNS knows it
/// @param file true if its file exists
/// @param consumers the BIOS UUIDs of the VMs that have it, as the disk itself says
/// @param keepAfterDeleteVm true if it stays when the VM that has it is destroyed
/// @param changeTracking true if it tracks changed blocks
/// @param diskUuid what a VM shows as its UUID
public record SimulatedDisk(
        String id,
        String name,
        long capacityMb,
        String datastore,
        String path,
        boolean volume,
        boolean file,
        List<String> consumers,
        boolean keepAfterDeleteVm,
        boolean changeTracking,
        String diskUuid) {
    public SimulatedDisk {
        consumers = List.copyOf(consumers);
    }

    static SimulatedDisk parse(JsonNode json) {
        return new SimulatedDisk(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("capacityMb").asLong(),
                json.path("datastore").asText(),
                json.path("path").asText(),
                json.path("volume").asBoolean(),
                json.path("file").asBoolean(),
                SimulatorVolumes.texts(json.path("consumers")),
                json.path("keepAfterDeleteVm").asBoolean(),
                json.path("changeTracking").asBoolean(),
                json.path("diskUuid").asText());
    }
}
