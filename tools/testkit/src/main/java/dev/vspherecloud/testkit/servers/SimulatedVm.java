package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A VM of a [SimulatedVcenter], read through the admin API.
///
/// @param ref the VM's moref, as in `vm-42`
/// @param host its host's moref
/// @param addresses of all NICs, in the guest's order
public record SimulatedVm(
        String ref,
        String name,
        String uuid,
        String instanceUuid,
        String host,
        String powerState,
        String hostName,
        List<String> addresses) {
    static SimulatedVm parse(JsonNode json) {
        return new SimulatedVm(
                json.path("id").asText(),
                json.path("name").asText(),
                json.path("biosUuid").asText(),
                json.path("instanceUuid").asText(),
                json.path("host").asText(),
                json.path("powerState").asText(),
                json.path("hostName").asText(),
                json.path("addresses").valueStream().map(JsonNode::asText).toList());
    }
}
