package dev.vspherecloud.domain.vm;

/// What a VM is there for: only a machine can be a Node's.
public enum VmRole {
    MACHINE,

    /// VMs are made of it; it never runs.
    TEMPLATE,

    /// It holds the place of a VM of another site until that fails over (`config.managedBy`).
    PLACEHOLDER
}
