package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.Section;

/// The configuration sections that only the cloud controller manager has.
final class CloudConfigSection {
    static final Section LABELS = new Section("labels", "Labels");
    static final Section NODES = new Section("nodes", "Nodes");

    private CloudConfigSection() {}
}
