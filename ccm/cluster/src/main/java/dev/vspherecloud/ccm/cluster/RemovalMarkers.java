package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;

/// The marks that other programs put on a Node before they remove it together with its VM.
///
/// Only marks of a decided removal count, since such a Node is excluded when missing VMs are counted. A cordon
/// does not count, since people also cordon for maintenance. Cluster API's taint
/// `node.cluster.x-k8s.io/outdated-revision` does not count either: during a roll-out it is on Nodes that live for
/// hours more. Cluster API itself marks Machines and destroys their VMs, which vCenter's history shows.
/// API itself marks Machines and destroys their VMs, which vCenter's history shows.
final class RemovalMarkers {
    private static final List<Taint> TAINTS = List.of(
            // kubernetes/autoscaler, cluster-autoscaler/utils/taints, ToBeDeletedTaint; the value is the time.
            new Taint("ToBeDeletedByClusterAutoscaler", ""),
            // kubernetes-sigs/karpenter, pkg/apis/v1, DisruptedTaintKey.
            new Taint("karpenter.sh/disrupted", ""),
            // kubernetes-sigs/karpenter before 1.0, pkg/apis/v1beta1, DisruptionTaintKey.
            new Taint("karpenter.sh/disruption", "disrupting"));

    /// Source: kubernetes-sigs/cluster-api, api/core, DeleteMachineAnnotation. It is on Machines, and on their
    /// Nodes if `--additional-sync-machine-annotations` says so.
    private static final String DELETE_MACHINE = "cluster.x-k8s.io/delete-machine";

    /// @param value any value if empty
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
