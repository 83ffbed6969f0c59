package dev.vspherecloud.ccm.application.plan;

/// The parts of a Node on which a cloud provider writes. The words are an interface.
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

    /// Returns the name in JSON.
    String path() {
        return path;
    }

    String noun() {
        return noun;
    }
}
