package dev.vspherecloud.ccm.application.explain;

/// Whose business a Node is.
enum Ownership {
    /// Its provider id is of our form, or its VM was found, or it waits for a provider.
    OURS("ours"),

    /// Its provider id is another provider's.
    FOREIGN("foreign"),

    /// It is initialised, has no provider id, and no VM is known to be its.
    UNPROVEN("unproven");

    private final String word;

    Ownership(String word) {
        this.word = word;
    }

    /// As it stands in JSON.
    String word() {
        return word;
    }
}
