package dev.vspherecloud.domain.vm;

/// Whether a VM runs.
public enum PowerState {
    ON,
    OFF,
    SUSPENDED,

    /// vCenter has lost sight of the VM (its host is disconnected, the VM inaccessible), so whatever it last knew
    /// says nothing about now.
    UNKNOWN
}
