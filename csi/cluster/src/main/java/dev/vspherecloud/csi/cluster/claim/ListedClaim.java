package dev.vspherecloud.csi.cluster.claim;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.kubernetes.watch.ObjectReader;

/// A claim of the list of all claims.
record ListedClaim(String namespace, String name, String uid) {
    /// The path of the claims of all namespaces.
    static final String PATH = "/api/v1/persistentvolumeclaims";

    static final ObjectReader<ListedClaim> READER =
            new ObjectReader<>(JsonFields.of("metadata.namespace", "metadata.name", "metadata.uid"), ListedClaim::of);

    private static ListedClaim of(Json claim) {
        return new ListedClaim(
                claim.find("metadata", "namespace").asText(),
                claim.find("metadata", "name").asText(),
                claim.find("metadata", "uid").asText());
    }

    ObjectReference reference() {
        return reference(namespace, name, uid);
    }

    static ObjectReference reference(String namespace, String name, String uid) {
        return ObjectReference.of("v1", "PersistentVolumeClaim", namespace, name, uid);
    }
}
