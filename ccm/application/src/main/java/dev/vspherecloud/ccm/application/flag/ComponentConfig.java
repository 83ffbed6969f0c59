package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Creates the JSON of `/configz`: the flags in the form in which cloud-provider-vsphere (Go) shows them.
///
/// Rule from: k8s.io/cloud-provider, config.CloudControllerManagerConfiguration. It has no JSON tags, so the names
/// are those of Go's fields.
public final class ComponentConfig {
    private static final String NAME = "cloudcontrollermanager.config.k8s.io";

    /// The position of each flag in the JSON: the names of the fields from the outside in, with dots.
    private static final Map<Flag, String> FIELDS = fields();

    private ComponentConfig() {}

    private static Map<Flag, String> fields() {
        var fields = new LinkedHashMap<Flag, String>();
        fields.put(Flag.SECURE_PORT, "Generic.Port");
        fields.put(Flag.BIND_ADDRESS, "Generic.Address");
        fields.put(Flag.MIN_RESYNC_PERIOD, "Generic.MinResyncPeriod");
        fields.put(Flag.KUBECONFIG, "Generic.ClientConnection.Kubeconfig");
        fields.put(Flag.KUBE_API_CONTENT_TYPE, "Generic.ClientConnection.ContentType");
        fields.put(Flag.KUBE_API_QPS, "Generic.ClientConnection.QPS");
        fields.put(Flag.KUBE_API_BURST, "Generic.ClientConnection.Burst");
        fields.put(Flag.CONTROLLER_START_INTERVAL, "Generic.ControllerStartInterval");
        fields.put(Flag.LEADER_ELECT, "Generic.LeaderElection.LeaderElect");
        fields.put(Flag.LEADER_ELECT_LEASE_DURATION, "Generic.LeaderElection.LeaseDuration");
        fields.put(Flag.LEADER_ELECT_RENEW_DEADLINE, "Generic.LeaderElection.RenewDeadline");
        fields.put(Flag.LEADER_ELECT_RETRY_PERIOD, "Generic.LeaderElection.RetryPeriod");
        fields.put(Flag.LEADER_ELECT_RESOURCE_LOCK, "Generic.LeaderElection.ResourceLock");
        fields.put(Flag.LEADER_ELECT_RESOURCE_NAME, "Generic.LeaderElection.ResourceName");
        fields.put(Flag.LEADER_ELECT_RESOURCE_NAMESPACE, "Generic.LeaderElection.ResourceNamespace");
        fields.put(Flag.CONTROLLERS, "Generic.Controllers");
        fields.put(Flag.PROFILING, "Generic.Debugging.EnableProfiling");
        fields.put(Flag.CONTENTION_PROFILING, "Generic.Debugging.EnableContentionProfiling");
        fields.put(Flag.ENABLE_LEADER_MIGRATION, "Generic.LeaderMigrationEnabled");
        fields.put(Flag.CLOUD_PROVIDER, "KubeCloudShared.CloudProvider.Name");
        fields.put(Flag.CLOUD_CONFIG, "KubeCloudShared.CloudProvider.CloudConfigFile");
        fields.put(Flag.EXTERNAL_CLOUD_VOLUME_PLUGIN, "KubeCloudShared.ExternalCloudVolumePlugin");
        fields.put(Flag.USE_SERVICE_ACCOUNT_CREDENTIALS, "KubeCloudShared.UseServiceAccountCredentials");
        fields.put(Flag.ALLOW_UNTAGGED_CLOUD, "KubeCloudShared.AllowUntaggedCloud");
        fields.put(Flag.ROUTE_RECONCILIATION_PERIOD, "KubeCloudShared.RouteReconciliationPeriod");
        fields.put(Flag.NODE_MONITOR_PERIOD, "KubeCloudShared.NodeMonitorPeriod");
        fields.put(Flag.CLUSTER_NAME, "KubeCloudShared.ClusterName");
        fields.put(Flag.CLUSTER_CIDR, "KubeCloudShared.ClusterCIDR");
        fields.put(Flag.ALLOCATE_NODE_CIDRS, "KubeCloudShared.AllocateNodeCIDRs");
        fields.put(Flag.CIDR_ALLOCATOR_TYPE, "KubeCloudShared.CIDRAllocatorType");
        fields.put(Flag.CONFIGURE_CLOUD_ROUTES, "KubeCloudShared.ConfigureCloudRoutes");
        fields.put(Flag.NODE_SYNC_PERIOD, "KubeCloudShared.NodeSyncPeriod");
        fields.put(Flag.CONCURRENT_NODE_SYNCS, "NodeController.ConcurrentNodeSyncs");
        fields.put(Flag.CONCURRENT_NODE_STATUS_UPDATES, "NodeController.ConcurrentNodeStatusUpdates");
        fields.put(Flag.CONCURRENT_SERVICE_SYNCS, "ServiceController.ConcurrentServiceSyncs");
        fields.put(Flag.NODE_STATUS_UPDATE_FREQUENCY, "NodeStatusUpdateFrequency");
        fields.put(Flag.WEBHOOKS, "Webhook.Webhooks");
        return fields;
    }

    public static Json of(Options options) {
        var values = new LinkedHashMap<String, Json>();
        FIELDS.forEach((flag, field) -> values.put(field, value(flag.type(), options.text(flag))));
        return Json.object(Map.of(NAME, nested(values)));
    }

    /// Converts names with dots to nested JSON objects.
    ///
    /// @param values the values by position, see [#FIELDS]
    private static Json nested(Map<String, Json> values) {
        var inner = new LinkedHashMap<String, Map<String, Json>>();
        values.forEach((field, value) -> {
            String[] names = field.split("\\.", 2);
            inner.computeIfAbsent(names[0], _ -> new LinkedHashMap<>()).put(names.length == 1 ? "" : names[1], value);
        });
        var members = new LinkedHashMap<String, Json>();
        inner.forEach((name, below) -> {
            Json value = below.get("");
            members.put(name, value == null ? nested(below) : value);
        });
        return Json.object(members);
    }

    private static Json value(FlagType type, String text) {
        return switch (type) {
            case SWITCH -> new Json.Flag(FlagText.bool(text).orElse(false));
            case INTEGER -> Json.of(FlagText.integer(text).orElse(0));
            case DECIMAL -> Json.of(FlagText.decimal(text).orElse(0.0));
            case LIST -> Json.items(FlagText.list(text).orElse(List.of()), Json.Text::new);
            default -> new Json.Text(text);
        };
    }
}
