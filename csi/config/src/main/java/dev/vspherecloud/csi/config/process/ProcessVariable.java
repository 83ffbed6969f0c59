package dev.vspherecloud.csi.config.process;

import java.util.Map;
import java.util.Optional;

/// The environment variables of the process. The reference page lists them.
///
/// Rule from: vsphere-csi-driver, cmd/vsphere-csi, pkg/csi/service, pkg/syncer and its manifest.
public enum ProcessVariable {
    X_CSI_MODE("", "`controller` or `node`: the part of the driver that this process runs. Required."),
    CSI_ENDPOINT("unix:///csi/csi.sock", "Unix socket of the gRPC server, as `unix://` and an absolute path."),
    CSI_NAMESPACE(
            "vmware-system-csi", "Namespace of the Secret, the ConfigMaps and the custom resources of the driver."),
    VSPHERE_CSI_CONFIG(
            "/etc/cloud/csi-vsphere.conf",
            "Configuration file. If it does not exist, `vsphere.conf` in the same directory applies."),
    CLUSTER_FLAVOR("VANILLA", "Kind of cluster. Only `VANILLA` is supported."),
    LOGGER_LEVEL("PRODUCTION", "`DEVELOPMENT` adds debug lines to the log."),
    NODE_NAME("", "Name of the Node. Required in mode `node`."),
    INCLUSTER_CLIENT_QPS(1, 10_000, 100, "Limit of requests to the API server in each second."),
    INCLUSTER_CLIENT_BURST(1, 10_000, 100, "Number of requests that may exceed the limit for a moment."),
    NODEGETINFO_WATCH_TIMEOUT_MINUTES(1, 2, 1, "Minutes for which a Node waits for its topology labels."),
    FULL_SYNC_INTERVAL_MINUTES(1, 30, 30, "Minutes between two full synchronisations of metadata."),
    PV_TO_BACKINGDISKOBJECTID_INTERVAL_MINUTES(
            new Unused(
                    "this driver does not write the ids of backing disks to claims; vsphere-csi-driver (Go) neither by default"),
            "Minutes between two updates of the annotations with the ids of backing disks."),
    WORKER_THREADS_TRIGGER_CSI_FULLSYNC(
            new Unused(
                    "this driver does not read the kind TriggerCsiFullSync; vsphere-csi-driver (Go) neither by default"),
            "Number of workers for full synchronisations on request."),
    VOLUME_HEALTH_INTERVAL_MINUTES(
            new Unused("only a Supervisor has the health of volumes"), "Minutes between two reads of volume health."),
    WEBHOOK_CONFIG_PATH(new Unused("this program serves no webhook"), "Configuration file of the webhook."),
    X_CSI_SPEC_DISABLE_LEN_CHECK(new Unused(Unused.GOCSI), "Check of the length of fields."),
    X_CSI_SPEC_REQ_VALIDATION(new Unused(Unused.GOCSI), "Check of requests."),
    X_CSI_SERIAL_VOL_ACCESS_TIMEOUT(new Unused(Unused.GOCSI), "Wait for another call about the same volume."),
    MAX_VOLUMES_PER_NODE(
            new Unused("vsphere-csi-driver (Go) no longer reads it either; the driver computes the limit"),
            "Most volumes of one Node.");

    /// Why a variable has no effect.
    private record Unused(String why) {
        static final String GOCSI = "vsphere-csi-driver (Go) does not read it any more either";
    }

    private final String defaultText;
    private final String description;
    private final int least;
    private final int most;
    private final Optional<String> noEffect;

    ProcessVariable(String defaultText, String description) {
        this(defaultText, description, 0, 0, Optional.empty());
    }

    ProcessVariable(int least, int most, int standard, String description) {
        this(String.valueOf(standard), description, least, most, Optional.empty());
    }

    ProcessVariable(Unused unused, String description) {
        this("", description, 0, 0, Optional.of(unused.why()));
    }

    ProcessVariable(String defaultText, String description, int least, int most, Optional<String> noEffect) {
        this.defaultText = defaultText;
        this.description = description;
        this.least = least;
        this.most = most;
        this.noEffect = noEffect;
    }

    /// Returns the stripped value in this environment; the default if there is none.
    public String valueIn(Map<String, String> environment) {
        String text = environment.getOrDefault(name(), "").strip();
        return text.isEmpty() ? defaultText : text;
    }

    /// Returns the default as a user would write it; empty if there is none.
    public String defaultText() {
        return defaultText;
    }

    public String description() {
        return description;
    }

    /// Returns true if the value is a whole number.
    public boolean isNumber() {
        return most > 0;
    }

    /// Returns the lowest valid number.
    public int least() {
        return least;
    }

    /// Returns the highest valid number.
    public int most() {
        return most;
    }

    /// Returns why the variable has no effect; empty if it has one.
    public Optional<String> whyNoEffect() {
        return noEffect;
    }
}
