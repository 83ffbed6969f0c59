package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;

/// What others put on a Node that they are about to remove, together with its VM.
///
/// Only marks of a decided removal count, since such a Node is not reckoned with when VMs go missing in numbers. A
/// cordon is none: people cordon for maintenance, too. Neither is Cluster API's taint
/// `node.cluster.x-k8s.io/outdated-revision`: while a roll-out lasts it is on Nodes that live for hours yet. Cluster
/// API itself marks Machines and destroys their VMs, which vCenter's history shows.
final class RemovalMarkers {
    private static final List<Taint> TAINTS = List.of(
            // kubernetes/autoscaler, cluster-autoscaler/utils/taints, ToBeDeletedTaint; the value is the time.
            new Taint("ToBeDeletedByClusterAutoscaler", ""),
            // kubernetes-sigs/karpenter, pkg/apis/v1, DisruptedTaintKey.
            new Taint("karpenter.sh/disrupted", ""),
            // kubernetes-sigs/karpenter before 1.0, pkg/apis/v1beta1, DisruptionTaintKey.
            new Taint("karpenter.sh/disruption", "disrupting"));

    /// kubernetes-sigs/cluster-api, api/core, DeleteMachineAnnotation: of Machines, and of their Nodes where
    /// `--additional-sync-machine-annotations` says so.
    private static final String DELETE_MACHINE = "cluster.x-k8s.io/delete-machine";

    /// @param value any when empty
    private record Taint(String key, String value) {
        boolean matches(Json.Members taint) {
            return NodeTaint.key(taint).equals(key)
                    && (value.isEmpty() || NodeTaint.value(taint).equals(value));
        }
    }

    private RemovalMarkers() {}

    static boolean areOn(List<Json.Members> taints, Map<String, String> annotations) {
        return annotations.containsKey(DELETE_MACHINE)
                || taints.stream().anyMatch(taint -> TAINTS.stream().anyMatch(mark -> mark.matches(taint)));
    }
}
