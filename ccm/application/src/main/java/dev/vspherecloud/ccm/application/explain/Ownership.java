package dev.vspherecloud.ccm.application.explain;

/// Which provider a Node belongs to.
enum Ownership {
    /// This one: its provider id has the vSphere form, or its VM was found, or it waits for a provider.
    OURS("ours"),

    /// Another one: its provider id is another provider's.
    FOREIGN("foreign"),

    /// Unknown: it is initialised, has no provider id, and no VM is known to be its.
    UNPROVEN("unproven");

    private final String text;

    Ownership(String text) {
        this.text = text;
    }

    /// Returns the word in JSON.
    String text() {
        return text;
    }
}
