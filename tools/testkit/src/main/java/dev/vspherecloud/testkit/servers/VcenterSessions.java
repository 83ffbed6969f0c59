package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// The sessions a vCenter has right now.
///
/// @param soap keys; the value of cookie `vmware_soap_session`
/// @param rest ids; the value of header `vmware-api-session-id`
public record VcenterSessions(List<String> soap, List<String> rest) {
    static VcenterSessions parse(JsonNode json) {
        return new VcenterSessions(
                json.path("soap").valueStream().map(JsonNode::asText).toList(),
                json.path("rest").valueStream().map(JsonNode::asText).toList());
    }

    /// Keys and ids are credentials.
    @Override
    public String toString() {
        return soap.size() + " SOAP, " + rest.size() + " REST";
    }
}
