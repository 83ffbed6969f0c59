package dev.vspherecloud.vsphere.client;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Reads the result of `HasUserPrivilegeOnEntities`: one `EntityPrivilege` for each object. Pure.
final class PrivilegeAnswer {
    private PrivilegeAnswer() {}

    /// Returns the privileges that are not granted, by object. A privilege that is not mentioned is not granted.
    static Map<MoRef, List<String>> missing(PropertyValue answer, Collection<String> privileges) {
        var missing = new HashMap<MoRef, List<String>>();
        for (PropertyValue each : answer.items()) {
            Set<String> granted = each.field("privAvailability").items().stream()
                    .filter(privilege -> privilege.field("isGranted").flag().orElse(false))
                    .flatMap(privilege -> privilege.field("privId").text().stream())
                    .collect(Collectors.toSet());
            each.field("entity")
                    .ref()
                    .ifPresent(object -> missing.put(
                            object,
                            privileges.stream()
                                    .filter(privilege -> !granted.contains(privilege))
                                    .toList()));
        }
        return missing;
    }
}
