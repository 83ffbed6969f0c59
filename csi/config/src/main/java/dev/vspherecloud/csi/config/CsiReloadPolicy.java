package dev.vspherecloud.csi.config;

import dev.vspherecloud.csi.config.ConfigChange.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Decides which changes of the configuration a running process can apply. Pure.
///
/// Rule from: vsphere-csi-driver, pkg/syncer and pkg/csi/service/vanilla, ReloadConfiguration: changed credentials
/// apply, any other host ends the process. Differs: every change of a vCenter applies.
public final class CsiReloadPolicy {
    private CsiReloadPolicy() {}

    /// Compares the configuration in use with a new one.
    public static ReloadDecision decide(CsiConfig current, CsiConfig next) {
        List<ConfigChange> changes = changes(current, next);
        List<ConfigChange> restarts =
                changes.stream().filter(change -> change.kind().needsRestart()).toList();
        if (!restarts.isEmpty()) {
            return new ReloadDecision.Restart(restarts);
        }
        return changes.isEmpty() ? new ReloadDecision.Unchanged() : new ReloadDecision.Apply(changes);
    }

    private static List<ConfigChange> changes(CsiConfig current, CsiConfig next) {
        var changes = new ArrayList<ConfigChange>();
        addIfChanged(Kind.CLUSTER_ID, CsiConfig::clusterId, current, next, changes);
        addIfChanged(Kind.TOPOLOGY, CsiConfig::topology, current, next, changes);
        vcenterChanges(byName(current), byName(next), changes);
        addIfChanged(Kind.SNAPSHOT_LIMITS, CsiConfig::snapshots, current, next, changes);
        addIfChanged(Kind.NET_PERMISSIONS, CsiConfig::netPermissions, current, next, changes);
        addIfChanged(
                Kind.INTERVALS,
                config -> List.of(config.intervals(), config.queryLimit(), config.listVolumeThreshold()),
                current,
                next,
                changes);
        addIfChanged(Kind.RETIRED_CLUSTERS, CsiConfig::retiredClusterIds, current, next, changes);
        addIfChanged(Kind.CLUSTER_DISTRIBUTION, CsiConfig::clusterDistribution, current, next, changes);
        return changes;
    }

    private static void addIfChanged(
            Kind kind,
            Function<CsiConfig, Object> part,
            CsiConfig current,
            CsiConfig next,
            List<ConfigChange> changes) {
        if (!Objects.equals(part.apply(current), part.apply(next))) {
            changes.add(new ConfigChange(kind, ""));
        }
    }

    private static Map<String, CsiVcenter> byName(CsiConfig config) {
        var vcenters = new LinkedHashMap<String, CsiVcenter>();
        config.vcenters().forEach(vcenter -> vcenters.put(vcenter.name(), vcenter));
        return vcenters;
    }

    private static void vcenterChanges(
            Map<String, CsiVcenter> current, Map<String, CsiVcenter> next, List<ConfigChange> changes) {
        current.forEach((name, old) -> {
            CsiVcenter vcenter = next.get(name);
            if (vcenter == null) {
                changes.add(new ConfigChange(Kind.VCENTER_REMOVED, name));
            } else {
                settingChanges(old, vcenter, changes);
            }
        });
        next.keySet().stream()
                .filter(name -> !current.containsKey(name))
                .forEach(name -> changes.add(new ConfigChange(Kind.VCENTER_ADDED, name)));
    }

    private static void settingChanges(CsiVcenter old, CsiVcenter next, List<ConfigChange> changes) {
        if (!old.connection().equals(next.connection())) {
            changes.add(new ConfigChange(Kind.CONNECTION, next.name()));
        }
        if (!old.credentials().equals(next.credentials())) {
            changes.add(new ConfigChange(Kind.CREDENTIALS, next.name()));
        }
        boolean sameSettings = old.datacenters().equals(next.datacenters())
                && old.fileShareClusters().equals(next.fileShareClusters())
                && old.migrationDatastoreUrl().equals(next.migrationDatastoreUrl());
        if (!sameSettings) {
            changes.add(new ConfigChange(Kind.VCENTER_SETTINGS, next.name()));
        }
    }
}
