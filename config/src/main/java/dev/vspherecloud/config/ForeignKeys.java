package dev.vspherecloud.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Sections and keys that stand in the same file for other readers. Nobody here reads them, and nobody may call them
/// unknown.
///
/// Rule from: cloud-provider-vsphere (NSX-T, load balancers, routes); vsphere-csi-driver, pkg/common/config, types.go;
/// kubernetes/legacy-cloud-providers, vsphere (`Workspace`, `Disk`, `Network`, which OpenShift still reads).
final class ForeignKeys {
    /// A section, by its name in each dialect.
    private record Foreign(String yaml, String ini) {
        String name(Dialect dialect) {
            return switch (dialect) {
                case YAML -> yaml;
                case INI -> ini;
            };
        }
    }

    private static final List<Foreign> SECTIONS = List.of(
            new Foreign("nsxt", "NSXT"),
            new Foreign("loadBalancer", "LoadBalancer"),
            new Foreign("loadBalancerClass", "LoadBalancerClass"),
            new Foreign("route", "Route"),
            new Foreign("netPermissions", "NetPermissions"),
            new Foreign("snapshot", "Snapshot"),
            new Foreign("guest", "Guest"),
            new Foreign("gc", "GC"),
            new Foreign("topologyCategory", "TopologyCategory"),
            new Foreign("featureStatesConfig", "FeatureStatesConfig"),
            new Foreign("workspace", "Workspace"),
            new Foreign("disk", "Disk"),
            new Foreign("network", "Network"));

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
        return SECTIONS.stream().map(section -> section.name(dialect)).toList();
    }

    /// Whatever the case: the one dialect in which such a key is read does not care.
    static boolean hasKey(Section section, String key) {
        return KEYS.getOrDefault(section, Set.of()).contains(key.toLowerCase(Locale.ROOT));
    }
}
