package dev.vspherecloud.ccm.config;

import dev.vspherecloud.config.ConfigLocation;
import dev.vspherecloud.config.OtherReaders;
import dev.vspherecloud.config.OtherReaders.ForeignSection;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.Section;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The sections and keys that other programs read from the same file. This program ignores them, and does not
/// report them as unknown.
///
/// Rule from: cloud-provider-vsphere (NSX-T, load balancers, routes); vsphere-csi-driver, pkg/common/config,
/// types.go; kubernetes/legacy-cloud-providers, vsphere (`Workspace`, `Disk`, `Network`, which OpenShift still
/// reads).
final class ForeignKeys implements OtherReaders {
    /// The sections that cloud-provider-vsphere (Go) reads and this program does not, with their names in YAML and
    /// INI.
    private static final List<ForeignSection> LOAD_BALANCERS = List.of(
            new ForeignSection("nsxt", "NSXT", false, true),
            new ForeignSection("loadBalancer", "LoadBalancer", false, true),
            new ForeignSection("loadBalancerClass", "LoadBalancerClass", true, true),
            new ForeignSection("route", "Route", false, true));

    private static final List<ForeignSection> OTHERS = List.of(
            new ForeignSection("csi", "CSI", false, true),
            new ForeignSection("netPermissions", "NetPermissions", false, false),
            new ForeignSection("snapshot", "Snapshot", false, false),
            new ForeignSection("guest", "Guest", false, false),
            new ForeignSection("gc", "GC", false, false),
            new ForeignSection("topologyCategory", "TopologyCategory", false, false),
            new ForeignSection("featureStatesConfig", "FeatureStatesConfig", false, false),
            new ForeignSection("workspace", "Workspace", false, false),
            new ForeignSection("disk", "Disk", false, false),
            new ForeignSection("network", "Network", false, false));

    /// The keys of the vSphere CSI driver by section, in the spelling of INI, its only dialect. The same names are
    /// accepted in YAML.
    private static final Map<Section, Set<String>> KEYS = Map.of(
            Section.GLOBAL,
            Set.of(
                    "cluster-id",
                    "supervisor-id",
                    "cluster-distribution",
                    "vcenterip",
                    "vc-client-timeout",
                    "query-limit",
                    "list-volume-threshold",
                    "csi-auth-check-intervalinmin",
                    "csi-fetch-preferred-datastores-intervalinmin",
                    "cnsregistervolumes-cleanup-intervalinmin",
                    "cnsvolumeoperationrequest-cleanup-intervalinmin",
                    "volumemigration-cr-cleanup-intervalinmin"),
            Section.VCENTER,
            Set.of(
                    "migration-datastore-url",
                    "targetvsanfilesharedatastoreurls",
                    "targetvsanfileshareclusters",
                    "filevolumeactivated"),
            CloudConfigSection.LABELS,
            Set.of("topology-categories"),
            CloudConfigSection.NODES,
            Set.of());

    @Override
    public List<ForeignSection> sections() {
        return Stream.concat(LOAD_BALANCERS.stream(), OTHERS.stream()).toList();
    }

    /// Returns true if another program reads this key. Case does not matter, because the other programs read INI,
    /// which ignores case. Dashes do not matter, because the CSI driver of this project also reads YAML, where
    /// `topology-categories` is `topologyCategories`.
    @Override
    public boolean hasKey(Section section, String key) {
        String typed = key.replace("-", "").toLowerCase(Locale.ROOT);
        return KEYS.getOrDefault(section, Set.of()).stream()
                .anyMatch(known -> known.replace("-", "").equals(typed));
    }

    /// Adds a warning if cloud-provider-vsphere (Go) runs a controller for this section that this program does not
    /// have.
    @Override
    public void onForeignSection(String name, ConfigLocation place, Problems problems) {
        MissingController.warnOf(name, place, problems);
    }

    /// Adds a warning for the key by which `csi-vsphere.conf` is recognised. The CSI driver of this project
    /// reads it from the section `CSI` of a file for both programs.
    @Override
    public void onForeignKey(Section section, String key, ConfigLocation place, Problems problems) {
        if (section.equals(Section.GLOBAL) && key.equalsIgnoreCase("cluster-id")) {
            problems.warning(
                    place,
                    "found a key of the CSI driver: if this file is its csi-vsphere.conf, set --cloud-config to"
                            + " vsphere.conf; in a file for both programs, move the key to the section \"CSI\"");
        }
    }
}
