package dev.vspherecloud.domain.identity;

/// The name of a Kubernetes Node, as in `metadata.name`.
///
/// @param value a DNS subdomain, never empty
public record NodeName(String value) {
    public NodeName {
        if (value.isBlank()) {
            throw new IllegalArgumentException("a Node name is not empty");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
