package dev.vspherecloud.csi.config.cluster;

import dev.vspherecloud.config.RawValue;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides which cluster id the driver uses. Pure.
///
/// All metadata of volumes contains the id. With another id, vCenter shows the existing volumes as those of another
/// cluster, so the driver never makes a new id in a cluster that has volumes.
///
/// Rule from: vsphere-csi-driver, pkg/syncer and pkg/common/config: a configured id together with the ConfigMap is
/// an error. Differs: vsphere-csi-driver (Go) makes a new id although volumes exist.
public final class ClusterIdPolicy {
    private ClusterIdPolicy() {}

    /// Decides by what is known now.
    ///
    /// @param configured the id in the configuration, in a valid form
    public static ClusterIdDecision decide(
            Optional<String> configured, ClusterIdConfigMap configMap, KnownVolumes volumes) {
        return switch (configMap) {
            case ClusterIdConfigMap.Unread(String reason) ->
                notReady(
                        "cannot read the ConfigMap %s (%s), expected to know whether it exists; give the driver the right to get ConfigMaps in its namespace"
                                .formatted(ClusterIdConfigMap.NAME, reason));
            case ClusterIdConfigMap.Present(String id) -> present(configured, id);
            case ClusterIdConfigMap.Absent() ->
                configured
                        .<ClusterIdDecision>map(id -> new ClusterIdDecision.Use(id, "the configuration"))
                        .orElseGet(() -> ofVolumes(volumes));
        };
    }

    private static ClusterIdDecision present(Optional<String> configured, String id) {
        if (configured.isPresent()) {
            boolean isSame = configured.get().equals(id);
            return notReady(
                    "found a cluster id in the configuration and %s in the ConfigMap %s, expected only one of them; keep the one that the existing volumes have (%s), and remove the other"
                            .formatted(
                                    isSame ? "the same id" : "another id",
                                    ClusterIdConfigMap.NAME,
                                    isSame
                                            ? "both are equal, so remove cluster-id from the configuration"
                                            : "vCenter shows it beside each volume"));
        }
        return ClusterIdSyntax.isId(id)
                ? new ClusterIdDecision.Use(id, "the ConfigMap " + ClusterIdConfigMap.NAME)
                : notReady(
                        "found no valid id under the key %s of the ConfigMap %s, expected 1 to 64 bytes without control characters; restore it from a backup, or set cluster-id and delete the ConfigMap"
                                .formatted(ClusterIdConfigMap.KEY, ClusterIdConfigMap.NAME));
    }

    private static ClusterIdDecision ofVolumes(KnownVolumes volumes) {
        return switch (volumes) {
            case KnownVolumes.None() -> new ClusterIdDecision.Create();
            case KnownVolumes.NotQueried(int count) -> new ClusterIdDecision.QueryVolumes(count);
            case KnownVolumes.Unread(String reason) ->
                notReady(
                        "found no cluster id, and cannot read the volumes of the cluster (%s), expected to know whether there are any; set cluster-id, or wait until they can be read"
                                .formatted(reason));
            case KnownVolumes.Queried queried -> ofMetadata(queried);
        };
    }

    private static ClusterIdDecision ofMetadata(KnownVolumes.Queried queried) {
        if (queried.ids().size() == 1 && ClusterIdSyntax.isId(queried.ids().getFirst())) {
            String id = queried.ids().getFirst();
            return new ClusterIdDecision.Adopt(
                    id,
                    "found no cluster id, but volumes of this cluster; the driver uses %s, the id that vCenter has recorded for them"
                            .formatted(id));
        }
        String found = queried.ids().isEmpty()
                ? "no id in their metadata"
                : "several ids, or one that is not valid, in their metadata (" + shown(queried) + ")";
        return notReady(
                "found no cluster id, %d volumes of this cluster and %s, expected one id: a new id would make them volumes of another cluster; set cluster-id to the id that this cluster had"
                        .formatted(queried.count(), found));
    }

    private static String shown(KnownVolumes.Queried queried) {
        return queried.ids().stream().limit(10).map(RawValue::printable).collect(Collectors.joining(", "));
    }

    private static ClusterIdDecision notReady(String sentence) {
        return new ClusterIdDecision.NotReady(sentence);
    }
}
