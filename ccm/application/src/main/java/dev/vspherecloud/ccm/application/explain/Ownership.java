package dev.vspherecloud.ccm.application.explain;

/// Says to which provider a Node belongs.
enum Ownership {
    /// The Node belongs to this provider: its provider ID has the vSphere form, its VM was found, or it waits for
    /// its initialisation.
    OURS("ours"),

    /// The Node belongs to another provider, which its provider ID names.
    FOREIGN("foreign"),

    /// It is not known to which provider the Node belongs: it is initialised, has no provider ID, and no VM of it
    /// is known.
    UNPROVEN("unproven");

    private final String text;

    Ownership(String text) {
        this.text = text;
    }

    /// Returns the value in JSON, for example `foreign`.
    String text() {
        return text;
    }
}
