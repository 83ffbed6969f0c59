package dev.vspherecloud.domain.vm;

/// The role of a VM. Only a [#MACHINE] can be a Node's.
public enum VmRole {
    MACHINE("machine"),

    /// A template from which VMs are created. It never runs.
    TEMPLATE("template"),

    /// A replication placeholder for a VM of another site, until that VM fails over (`config.managedBy`).
    PLACEHOLDER("placeholder");

    private final String text;

    VmRole(String text) {
        this.text = text;
    }

    /// Returns the name in JSON and tables, as in `template`. The name does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }
}
