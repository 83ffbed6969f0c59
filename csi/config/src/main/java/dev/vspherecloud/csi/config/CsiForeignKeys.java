package dev.vspherecloud.csi.config;

import dev.vspherecloud.config.OtherReaders;
import dev.vspherecloud.config.Section;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The sections and keys that other programs read from the same file. The CSI driver ignores them, and does not
/// report them as unknown.
///
/// Rule from: the reference of the cloud controller manager; vsphere-csi-driver, pkg/common/config, types.go (`GC`,
/// `FeatureStatesConfig`), and its webhook (`WebHookConfig`).
final class CsiForeignKeys implements OtherReaders {
    private static final List<ForeignSection> SECTIONS = List.of(
            new ForeignSection("nodes", "Nodes", false, true),
            new ForeignSection("nsxt", "NSXT", false, true),
            new ForeignSection("loadBalancer", "LoadBalancer", false, true),
            new ForeignSection("loadBalancerClass", "LoadBalancerClass", true, true),
            new ForeignSection("route", "Route", false, true),
            new ForeignSection("guest", "Guest", false, false),
            new ForeignSection("gc", "GC", false, false),
            new ForeignSection("featureStatesConfig", "FeatureStatesConfig", false, false),
            new ForeignSection("webHookConfig", "WebHookConfig", false, false),
            new ForeignSection("workspace", "Workspace", false, false),
            new ForeignSection("disk", "Disk", false, false),
            new ForeignSection("network", "Network", false, false));

    /// The keys of the cloud controller manager by section, in lower case and without dashes.
    private static final Map<Section, Set<String>> KEYS = Map.of(
            Section.GLOBAL,
            Set.of("ipfamily", "nodedeletionpaused", "soaproundtripcount", "apidisable", "apibinding"),
            Section.VCENTER,
            Set.of("ipfamily", "nodedeletionpaused", "soaproundtripcount"),
            CsiConfigSection.LABELS,
            Set.of(
                    "partial",
                    "mode",
                    "required",
                    "relabel",
                    "hostlabel",
                    "clusterlabel",
                    "datacenterlabel",
                    "resourcepoollabel",
                    "folderlabel"));

    @Override
    public List<ForeignSection> sections() {
        return SECTIONS;
    }

    /// Returns true if another program reads this key in either format.
    @Override
    public boolean hasKey(Section section, String key) {
        return KEYS.getOrDefault(section, Set.of())
                .contains(key.replace("-", "").toLowerCase(Locale.ROOT));
    }
}
