package dev.vspherecloud.ccm.application.plan;

/// The fields of a Node to which a cloud provider writes. The paths are part of the JSON format and do not change.
enum NodeField {
    PROVIDER_ID("spec.providerID", "provider ID"),
    TAINT("spec.taints", "taint"),
    LABEL("metadata.labels", "label"),
    ANNOTATION("metadata.annotations", "annotation"),
    ADDRESSES("status.addresses", "addresses");

    private final String path;
    private final String noun;

    NodeField(String path, String noun) {
        this.path = path;
        this.noun = noun;
    }

    /// Returns the path of the field, which is its name in JSON.
    String path() {
        return path;
    }

    String noun() {
        return noun;
    }
}
