package dev.vspherecloud.ccm.cluster;

import dev.vspherecloud.json.Json;
import java.util.List;
import java.util.Map;

/// Detects the markers that other programs put on a Node before they remove it together with its VM.
///
/// Only markers of a decided removal count, because the deletion breaker leaves such a Node out when it counts
/// missing VMs. A cordon does not count, since people also cordon for maintenance. Cluster API's taint
/// `node.cluster.x-k8s.io/outdated-revision` does not count either: during a roll-out it is on Nodes that live for
/// hours more. Cluster API itself marks Machines and destroys their VMs, which vCenter's events show.
final class RemovalMarkers {
    private static final List<Taint> TAINTS = List.of(
            // kubernetes/autoscaler, cluster-autoscaler/utils/taints, ToBeDeletedTaint; the value is the time.
            new Taint("ToBeDeletedByClusterAutoscaler", ""),
            // kubernetes-sigs/karpenter, pkg/apis/v1, DisruptedTaintKey.
            new Taint("karpenter.sh/disrupted", ""),
            // kubernetes-sigs/karpenter before 1.0, pkg/apis/v1beta1, DisruptionTaintKey.
            new Taint("karpenter.sh/disruption", "disrupting"));

    /// The annotation of Cluster API for Machines that are to be deleted. If
    /// `--additional-sync-machine-annotations` says so, the annotation is also on the Node.
    ///
    /// Source: kubernetes-sigs/cluster-api, api/core, DeleteMachineAnnotation.
    static final String DELETE_MACHINE = "cluster.x-k8s.io/delete-machine";

    /// A taint that marks a decided removal.
    ///
    /// @param value the required value; empty if any value counts
    private record Taint(String key, String value) {
        boolean matches(Json.Members taint) {
            return NodeTaint.key(taint).equals(key)
                    && (value.isEmpty() || NodeTaint.value(taint).equals(value));
        }
    }

    private RemovalMarkers() {}

    static boolean areOn(List<Json.Members> taints, Map<String, String> annotations) {
        return annotations.containsKey(DELETE_MACHINE)
                || taints.stream().anyMatch(taint -> TAINTS.stream().anyMatch(marker -> marker.matches(taint)));
    }
}
