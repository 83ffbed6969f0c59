package dev.vspherecloud.csi.metrics;

import static dev.vspherecloud.observability.metrics.MetricRow.counter;
import static dev.vspherecloud.observability.metrics.MetricRow.gauge;
import static dev.vspherecloud.observability.metrics.MetricRow.histogram;
import static dev.vspherecloud.observability.metrics.MetricRow.info;

import dev.vspherecloud.observability.metrics.MetricDefinition;
import dev.vspherecloud.observability.metrics.MetricRow;
import java.util.List;

/// All metrics of the CSI driver, except those that the metrics library reads from the Java runtime: the one table
/// for the registry and for `docs/reference/csi-metrics.md`.
///
/// Names and labels are stable, since alerts use them. If vsphere-csi-driver (Go) has a metric with the same
/// meaning, it has the same name here.
public enum CsiMetric implements MetricDefinition {
    CSI_OPERATIONS(histogram(Groups.VOLUMES, "vsphere_csi_volume_ops_histogram", Buckets.OPERATION)
            .by(CsiLabels.VOLUME_TYPE, CsiLabels.OPERATION, CsiLabels.STATUS, CsiLabels.FAULT)
            .means("Seconds that a CSI call about volumes took.")
            .from("the Controller service")
            .asInGo()),
    CNS_OPERATIONS(histogram(Groups.VOLUMES, "vsphere_cns_volume_ops_histogram", Buckets.OPERATION)
            .by(CsiLabels.CNS_OPERATION, CsiLabels.STATUS)
            .means("Seconds that an operation of CNS took, from its request to the end of its task.")
            .from("the Controller service")
            .asInGo()),
    IN_FLIGHT(gauge(Groups.VOLUMES, "vspherecloud_csi_operations_in_flight")
            .by(CsiLabels.OPERATION)
            .means("Number of CSI calls that are being carried out.")
            .from("the Controller service")),
    WAITING_TASKS(gauge(Groups.VOLUMES, "vspherecloud_csi_waiting_tasks")
            .by(CsiLabels.VCENTER)
            .means("Number of tasks of the vCenter for which the driver waits. Waiting costs no call for each task.")
            .from("the task watch, at each scrape")),
    RECORDS(gauge(Groups.VOLUMES, "vspherecloud_csi_operation_records")
            .by(CsiLabels.RECORD_STATUS)
            .means("Number of `CnsVolumeOperationRequest` records, by the status of their last attempt. A status that "
                    + "the driver does not know counts as `other`.")
            .from("the sweeper")),
    ORPHANS(gauge(Groups.VOLUMES, "vspherecloud_csi_orphaned_volumes")
            .means("Number of volumes that the driver created, and that have neither a claim nor a PersistentVolume; "
                    + "absent before the first count. They are a part of `vsphere_cns_volume_pv_missing`: those that a "
                    + "record names.")
            .from("the sweeper")),
    FULL_SYNC(histogram(Groups.VOLUMES, "vsphere_full_sync_ops_histogram", Buckets.OPERATION)
            .by(CsiLabels.STATUS)
            .means("Seconds that a full pass over the metadata of a vCenter's volumes took.")
            .from("the metadata synchronisation")
            .asInGo()),
    PV_MISSING(gauge(Groups.VOLUMES, "vsphere_cns_volume_pv_missing")
            .by(CsiLabels.VC)
            .means("Number of orphans: volumes that belong to this cluster in CNS, and that have neither a "
                    + "PersistentVolume nor a claim in two full passes. `vsphere-csi explain orphans` lists them.")
            .from("the metadata synchronisation")
            .asInGo()),
    PV_RETAINED(gauge(Groups.VOLUMES, "vsphere_cns_volume_pv_retained")
            .by(CsiLabels.VC)
            .means("Number of volumes whose claim is deleted, and whose PersistentVolume has the reclaim policy "
                    + "`Retain`.")
            .from("the metadata synchronisation")
            .asInGo()),
    LOST_VOLUMES(gauge(Groups.VOLUMES, "vspherecloud_csi_lost_volumes")
            .means("Number of PersistentVolumes whose volume no vCenter has, and whose disk could not be registered.")
            .from("the metadata synchronisation")),
    CALLS(counter(Groups.VCENTER, "vspherecloud_csi_vcenter_calls_total")
            .by(CsiLabels.VCENTER, CsiLabels.METHOD)
            .means("Number of HTTP requests to the vCenter, failed ones included.")
            .from("the vCenter client")),
    CALL_ERRORS(counter(Groups.VCENTER, "vspherecloud_csi_vcenter_call_errors_total")
            .by(CsiLabels.VCENTER, CsiLabels.METHOD, CsiLabels.KIND)
            .means("Number of HTTP requests to the vCenter that failed, by kind of error. Requests that the driver "
                    + "itself ended are not counted.")
            .from("the vCenter client")),
    CALL_DURATION(histogram(Groups.VCENTER, "vspherecloud_csi_vcenter_call_duration_seconds", Buckets.CALL)
            .by(CsiLabels.VCENTER, CsiLabels.METHOD)
            .means("Seconds that an HTTP request to the vCenter took. `WaitForUpdatesEx` waits for changes, for at "
                    + "most 30 s.")
            .from("the vCenter client")),
    REQUESTS(histogram(Groups.VCENTER, "vsphere_request_ops_seconds", Buckets.OPERATION)
            .by(CsiLabels.REQUEST, CsiLabels.CLIENT, CsiLabels.REQUEST_STATUS)
            .means("Seconds that an HTTP request to any vCenter took.")
            .from("the vCenter client")
            .asInGo()),
    LOGINS(counter(Groups.VCENTER, "vspherecloud_csi_vcenter_logins_total")
            .by(CsiLabels.VCENTER, CsiLabels.SIDE, CsiLabels.LOGIN)
            .means("Number of login attempts, by result.")
            .from("the watcher")),
    SESSIONS(gauge(Groups.VCENTER, "vspherecloud_csi_vcenter_sessions")
            .by(CsiLabels.VCENTER, CsiLabels.SIDE)
            .means("Number of open sessions at the vCenter.")
            .from("the watcher")),
    TRUSTED(gauge(Groups.VCENTER, "vspherecloud_csi_vcenter_trusted")
            .by(CsiLabels.VCENTER)
            .means("1 while the vCenter answers and the local copy of its inventory is up to date; 0 before its first "
                    + "answer, and while it does not answer. Only on the leader.")
            .from("the watcher")),
    CREDENTIALS_OUTDATED(gauge(Groups.VCENTER, "vspherecloud_csi_vcenter_credentials_outdated")
            .by(CsiLabels.VCENTER)
            .means("1 while the Secret or directory has no usable credentials for the vCenter, and the driver uses "
                    + "those that it had before; otherwise 0. Another leader could not log in.")
            .from("the watch on the Secret")),
    WATCH_RESTARTS(counter(Groups.VCENTER, "vspherecloud_csi_vcenter_watch_restarts_total")
            .by(CsiLabels.VCENTER, CsiLabels.KIND)
            .means("Number of times that the watch on the vCenter failed and was restarted, by kind of error.")
            .from("the watcher")),
    CERTIFICATE_EXPIRY(gauge(Groups.VCENTER, "vspherecloud_csi_vcenter_certificate_expiry_timestamp_seconds")
            .by(CsiLabels.VCENTER)
            .means("Unix time at which the certificate expires that the vCenter presented last.")
            .from("the vCenter client")),
    CONFIG_GENERATION(gauge(Groups.PROCESS, "vspherecloud_csi_config_generation")
            .means("Number of configurations that were used since the start, the current one included.")
            .from("the configuration watcher")),
    CONFIG_RELOADS(counter(Groups.PROCESS, "vspherecloud_csi_config_reloads_total")
            .by(CsiLabels.RELOAD)
            .means("Number of reloads of a changed configuration, by result.")
            .from("the configuration watcher")),
    CONFIG_SUCCESS(gauge(Groups.PROCESS, "vspherecloud_csi_config_last_reload_successful")
            .means("1 if the last reload of the configuration succeeded; 0 while the configuration has errors and "
                    + "the last valid one stays in use.")
            .from("the configuration watcher")),
    CONFIG_TIME(gauge(Groups.PROCESS, "vspherecloud_csi_config_last_reload_timestamp_seconds")
            .means("Unix time of the last reload of the configuration, successful or not.")
            .from("the configuration watcher")),
    LEADING(gauge(Groups.PROCESS, "vspherecloud_csi_leader")
            .means("1 while this process is the active replica; otherwise 0.")
            .from("the process")),
    THREAD_FAILURES(counter(Groups.PROCESS, "vspherecloud_csi_thread_failures_total")
            .by(CsiLabels.THREAD)
            .means("Number of unexpected failures of threads. The driver logs each, and starts the thread again.")
            .from("the process")),
    PORT_REFUSALS(counter(Groups.PROCESS, "vspherecloud_csi_port_refusals_total")
            .by(CsiLabels.REFUSAL)
            .means("Number of clients of the port for metrics that were refused so that the others, such as probes, "
                    + "are served.")
            .from("the port for metrics")),
    VERSION(info(Groups.PROCESS, "vsphere_csi_info")
            .by(CsiLabels.VERSION)
            .means("Always 1; the label tells the version of this program.")
            .from("the process")
            .asInGo());

    private final MetricRow row;

    CsiMetric(MetricRow row) {
        this.row = row;
    }

    @Override
    public MetricRow row() {
        return row;
    }

    /// The titles of the groups, which are headings of the reference page.
    private static final class Groups {
        static final String VOLUMES = "Volumes and operations";
        static final String VCENTER = "vCenter";
        static final String PROCESS = "Process and configuration";
    }

    /// Upper bounds of histogram buckets, in seconds.
    private static final class Buckets {
        /// The buckets of all histograms of vsphere-csi-driver (Go).
        ///
        /// Rule from: csi 8.3.
        static final List<Double> OPERATION = List.of(2.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 60.0, 120.0, 180.0);

        /// The buckets of the calls to vCenter. The largest bound is the longest wait for updates.
        static final List<Double> CALL = List.of(0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0);
    }
}
