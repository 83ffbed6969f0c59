package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.Section;

/// The configuration sections of the CSI driver, besides those of every program.
final class CsiConfigSection {
    /// The section for the keys of the CSI driver in `vsphere.conf`, where `global` belongs to all programs.
    static final Section CSI = new Section("csi", "CSI");

    static final Section LABELS = new Section("labels", "Labels");
    static final Section TOPOLOGY_CATEGORY = new Section("topologyCategory", "TopologyCategory", true);
    static final Section NET_PERMISSIONS = new Section("netPermissions", "NetPermissions", true);
    static final Section SNAPSHOT = new Section("snapshot", "Snapshot");

    private CsiConfigSection() {}
}
