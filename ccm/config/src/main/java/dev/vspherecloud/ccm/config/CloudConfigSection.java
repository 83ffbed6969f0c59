package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Section;

/// The sections of the cloud controller manager, besides those that every program has.
final class CloudConfigSection {
    static final Section LABELS = new Section("labels", "Labels");
    static final Section NODES = new Section("nodes", "Nodes");

    private CloudConfigSection() {}
}
