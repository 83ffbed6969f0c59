package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// The sessions of a vCenter at one time.
///
/// @param soap keys; the value of the cookie `vmware_soap_session`
/// @param rest IDs; the value of the header `vmware-api-session-id`
public record VcenterSessions(List<String> soap, List<String> rest) {
    static VcenterSessions parse(JsonNode json) {
        return new VcenterSessions(
                json.path("soap").valueStream().map(JsonNode::asText).toList(),
                json.path("rest").valueStream().map(JsonNode::asText).toList());
    }

    /// Omits keys and IDs, because they are credentials.
    @Override
    public String toString() {
        return soap.size() + " SOAP, " + rest.size() + " REST";
    }
}
