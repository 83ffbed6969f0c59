package dev.vspherecloud.csi.cluster.node;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.KubeException;

/// Reads the names of objects. Pure.
final class ObjectKeys {
    private ObjectKeys() {}

    /// Returns the name of an object.
    ///
    /// @throws KubeException if it has none, which no API server sends
    static String required(Json object, String kind) {
        String name = object.text("metadata", "name");
        if (name.isBlank()) {
            throw new KubeException(
                    KubeException.Kind.SERVER_FAILED, "the API server returned a %s without a name".formatted(kind));
        }
        return name;
    }
}
