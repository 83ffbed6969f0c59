package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Sections and keys that stand in the same file for other readers. Nobody here reads them, and nobody may call them
/// unknown.
///
/// Rule from: cloud-provider-vsphere (NSX-T, load balancers, routes); vsphere-csi-driver, pkg/common/config, types.go;
/// kubernetes/legacy-cloud-providers, vsphere (`Workspace`, `Disk`, `Network`, which OpenShift still reads).
final class ForeignKeys {
    /// Those that the Go program reads itself, in both dialects.
    static final List<SectionName> LOAD_BALANCERS = List.of(
            SectionName.foreign("nsxt", "NSXT"),
            SectionName.foreign("loadBalancer", "LoadBalancer"),
            new SectionName("loadBalancerClass", "LoadBalancerClass", true, Optional.empty()),
            SectionName.foreign("route", "Route"));

    private static final List<SectionName> OTHERS = List.of(
            SectionName.foreign("netPermissions", "NetPermissions"),
            SectionName.foreign("snapshot", "Snapshot"),
            SectionName.foreign("guest", "Guest"),
            SectionName.foreign("gc", "GC"),
            SectionName.foreign("topologyCategory", "TopologyCategory"),
            SectionName.foreign("featureStatesConfig", "FeatureStatesConfig"),
            SectionName.foreign("workspace", "Workspace"),
            SectionName.foreign("disk", "Disk"),
            SectionName.foreign("network", "Network"));

    /// As the storage driver writes them in INI, the one dialect it has. It writes the same in YAML for us.
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
            Section.LABELS,
            Set.of("topology-categories"),
            Section.NODES,
            Set.of());

    private ForeignKeys() {}

    static boolean hasSection(Dialect dialect, String name) {
        return sections(dialect).stream().anyMatch(section -> dialect.isSame(section, name));
    }

    static List<String> sections(Dialect dialect) {
        return Stream.concat(LOAD_BALANCERS.stream(), OTHERS.stream())
                .map(section -> section.name(dialect))
                .toList();
    }

    /// Whatever the case: the one dialect in which such a key is read does not care.
    static boolean hasKey(Section section, String key) {
        return KEYS.getOrDefault(section, Set.of()).contains(key.toLowerCase(Locale.ROOT));
    }
}
