package dev.vspherecloud.testkit.volume;

import com.fasterxml.jackson.databind.JsonNode;

/// A disk of a VM in a [SimulatedVcenter]: a `VirtualDisk` among its devices.
///
/// @param vm the moref of the VM
/// @param key of the device
/// @param label as in `Hard disk 1`
/// @param volume the id of its First Class Disk; empty for another disk
/// @param diskUuid as in `6000C298-595b-f457-5739-e9105b2c0c2d`; it stays the same when the disk moves to another VM
/// @param file as in `[datastore1] fcd/UUID.vmdk`
/// @param datastore the moref of its datastore
/// @param mode as in `persistent` or `independent_persistent`
/// @param controller `pvscsi`, `lsilogic`, `nvme` or `other`
/// @param bus the number of the controller
/// @param unit the place on the controller
public record SimulatedVmDisk(
        String vm,
        int key,
        String label,
        String volume,
        String diskUuid,
        String file,
        String datastore,
        String mode,
        long capacityMb,
        String controller,
        int bus,
        int unit) {
    static SimulatedVmDisk parse(JsonNode json) {
        return new SimulatedVmDisk(
                json.path("vm").asText(),
                json.path("key").asInt(),
                json.path("label").asText(),
                json.path("volume").asText(),
                json.path("diskUuid").asText(),
                json.path("file").asText(),
                json.path("datastore").asText(),
                json.path("mode").asText(),
                json.path("capacityMb").asLong(),
                json.path("controller").asText(),
                json.path("bus").asInt(),
                json.path("unit").asInt());
    }
}
