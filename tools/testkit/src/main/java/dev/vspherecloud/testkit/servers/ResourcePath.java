package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;

/// Finds the API path of an object by its kind, from the API server's discovery.
final class ResourcePath {
    private ResourcePath() {}

    /// @throws ServerException if the API server does not have this kind
    static String of(Manifest manifest, KubeObjects objects) {
        String group = (manifest.apiVersion().contains("/") ? "/apis/" : "/api/") + manifest.apiVersion();
        JsonNode resource = resource(objects.get(group), manifest);
        String place = resource.path("namespaced").asBoolean()
                ? "/namespaces/" + (manifest.namespace().isEmpty() ? "default" : manifest.namespace())
                : "";
        return "%s%s/%s/%s".formatted(group, place, resource.path("name").asText(), manifest.name());
    }

    private static JsonNode resource(JsonNode group, Manifest manifest) {
        for (JsonNode resource : group.path("resources")) {
            boolean isWhole = !resource.path("name").asText().contains("/");
            if (isWhole && resource.path("kind").asText().equals(manifest.kind())) {
                return resource;
            }
        }
        throw new ServerException("the API server has no " + manifest.apiVersion() + " " + manifest.kind());
    }
}
