package dev.vspherecloud.domain.vm;

/// What a VM is there for: only a machine can be a Node's.
public enum VmRole {
    MACHINE("machine"),

    /// VMs are made of it; it never runs.
    TEMPLATE("template"),

    /// It holds the place of a VM of another site until that fails over (`config.managedBy`).
    PLACEHOLDER("placeholder");

    private final String word;

    VmRole(String word) {
        this.word = word;
    }

    /// In JSON and tables, as in `template`. It stays when the constant is renamed.
    public String word() {
        return word;
    }
}
