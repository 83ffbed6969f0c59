package dev.vspherecloud.csi.commands.plan;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.cluster.plan.ExistingCsiDriver;
import dev.vspherecloud.csi.cluster.plan.ExistingWebhook;
import dev.vspherecloud.csi.config.cluster.ClusterIdDecision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Decides what changes for the objects of which a cluster has one, and for the configuration. Pure.
///
/// Rule from: csi 1.3, 2.3, csi-production 8.
final class ClusterPlanPolicy {
    /// Features of vsphere-csi-driver (Go) that its ConfigMap switches, and what this driver does.
    private static final Map<String, String> FEATURES = Map.of(
            "trigger-csi-fullsync", "the kind TriggerCsiFullSync has no effect",
            "pv-to-backingdiskobjectid-mapping", "claims do not get the annotation with the id of their disk",
            "csi-migration", "existing volumes of the in-tree driver are served, and none is registered");

    private ClusterPlanPolicy() {}

    static List<TakeoverFinding> csiDriver(Optional<ExistingCsiDriver> driver) {
        if (driver.isEmpty()) {
            return List.of(TakeoverFinding.of(TakeoverCode.CSI_DRIVER_MISSING, "found no CSIDriver"));
        }
        var findings = new ArrayList<TakeoverFinding>();
        if (!driver.get().attachRequired()) {
            findings.add(
                    TakeoverFinding.of(TakeoverCode.ATTACH_NOT_REQUIRED, "found attachRequired=false, expected true"));
        }
        if (driver.get().storageCapacity()) {
            findings.add(TakeoverFinding.of(TakeoverCode.CAPACITY_TRACKED, "found storageCapacity=true"));
        }
        return findings;
    }

    static List<TakeoverFinding> webhooks(List<ExistingWebhook> webhooks) {
        return webhooks.stream()
                .map(webhook -> TakeoverFinding.of(
                        webhook.isFatal() ? TakeoverCode.WEBHOOK_BLOCKS : TakeoverCode.WEBHOOK_GONE,
                        "webhook %s%s with failurePolicy %s"
                                .formatted(
                                        webhook.name(),
                                        webhook.service().isEmpty() ? "" : " of the Service " + webhook.service(),
                                        webhook.isFatal() ? "Fail" : "Ignore")))
                .toList();
    }

    static List<TakeoverFinding> features(Map<String, String> switches) {
        return new TreeMap<>(switches)
                .entrySet().stream()
                        .filter(each -> each.getValue().strip().equalsIgnoreCase("true"))
                        .filter(each -> FEATURES.containsKey(each.getKey()))
                        .map(each -> TakeoverFinding.of(
                                TakeoverCode.SWITCH_WITHOUT_EFFECT,
                                "found %s=true; %s".formatted(each.getKey(), FEATURES.get(each.getKey()))))
                        .toList();
    }

    static Optional<TakeoverFinding> clusterId(ClusterIdDecision decision) {
        return switch (decision) {
            case ClusterIdDecision.NotReady(String sentence) ->
                Optional.of(new TakeoverFinding(TakeoverCode.CLUSTER_ID_REFUSED, sentence));
            case ClusterIdDecision.Adopt(String _, String sentence) ->
                Optional.of(new TakeoverFinding(TakeoverCode.CLUSTER_ID_ADOPTED, sentence));
            case ClusterIdDecision.Use _, ClusterIdDecision.Create _, ClusterIdDecision.QueryVolumes _ ->
                Optional.empty();
        };
    }

    static List<TakeoverFinding> configuration(List<Problem> problems) {
        return problems.stream()
                .map(problem -> new TakeoverFinding(
                        problem.isError() ? TakeoverCode.CONFIG_REFUSED : TakeoverCode.CONFIG_WARNING,
                        problem.toString()))
                .toList();
    }
}
