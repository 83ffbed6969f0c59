package dev.vspherecloud.ccm.application.print;

import dev.vspherecloud.domain.datacenter.DatacenterMatch;
import dev.vspherecloud.json.Json;
import java.util.LinkedHashMap;

/// A value of the key `datacenters`, and which datacenters of its vCenter it names.
///
/// @param vcenter the name of the vCenter, as configured
public record ConfiguredDatacenter(String vcenter, DatacenterMatch match) {
    /// Returns a line for people, for example `vCenter north: F0/DC0 -> /F0/DC0 (datacenter-2)`.
    public String text() {
        return "vCenter %s: %s".formatted(vcenter, match.text());
    }

    public Json json() {
        var members = new LinkedHashMap<String, Json>();
        members.put("vcenter", JsonParts.text(vcenter));
        members.put("value", JsonParts.text(match.value().text()));
        members.put("kind", JsonParts.text(match.value().kind()));
        members.put("names", JsonParts.text(match.result()));
        return Json.object(members);
    }
}
