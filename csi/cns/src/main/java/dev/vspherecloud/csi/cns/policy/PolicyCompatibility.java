package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.http.PrintableText;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// Which datastores do not comply with a storage policy.
///
/// @param problems why, by datastore; empty if vCenter does not say. A datastore without an entry complies
public record PolicyCompatibility(Map<MoRef, String> problems) {
    private static final int MAX_LENGTH = 120;

    public PolicyCompatibility {
        problems = Map.copyOf(problems);
    }

    /// Reads the result of `PbmCheckCompatibility`. A datastore complies if it has a result without an error.
    ///
    /// Rule from: govmomi `pbm.PlacementCompatibilityResult.CompatibleDatastores`.
    static PolicyCompatibility read(PropertyValue answer, Collection<MoRef> asked) {
        var results = new HashMap<String, PropertyValue>();
        answer.items().forEach(result -> result.field("hub")
                .field("hubId")
                .text()
                .ifPresent(hub -> results.put(hub, result.field("error"))));
        var problems = new HashMap<MoRef, String>();
        for (MoRef datastore : asked) {
            PropertyValue errors = results.get(datastore.value());
            if (errors == null) {
                problems.put(datastore, "");
            } else if (!errors.items().isEmpty()) {
                problems.put(datastore, text(errors));
            }
        }
        return new PolicyCompatibility(problems);
    }

    private static String text(PropertyValue errors) {
        return PrintableText.of(
                errors.items().stream()
                        .flatMap(error -> error.field("localizedMessage").text().stream())
                        .distinct()
                        .collect(Collectors.joining(", ")),
                MAX_LENGTH);
    }
}
