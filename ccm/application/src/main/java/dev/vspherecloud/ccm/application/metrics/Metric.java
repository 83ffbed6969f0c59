package dev.vspherecloud.ccm.application.metrics;

import static dev.vspherecloud.observability.metrics.MetricRow.counter;
import static dev.vspherecloud.observability.metrics.MetricRow.gauge;
import static dev.vspherecloud.observability.metrics.MetricRow.histogram;
import static dev.vspherecloud.observability.metrics.MetricRow.info;
import static dev.vspherecloud.observability.metrics.MetricRow.runtime;

import dev.vspherecloud.observability.metrics.MetricDefinition;
import dev.vspherecloud.observability.metrics.MetricKind;
import dev.vspherecloud.observability.metrics.MetricRow;

/// All metrics: the one table for the registry, `docs/reference/metrics.md`, and the checks of the dashboard and
/// the alerts.
///
/// Names and labels are stable, since alerts use them. If a metric has the same meaning as one of
/// cloud-provider-vsphere (Go), it has the same name.
public enum Metric implements MetricDefinition {
    NODES(gauge(MetricGroup.NODES, "vspherecloud_nodes")
            .by(Labels.STATE)
            .means("Number of Nodes in the cluster, by initialisation state.")
            .from("the watch on Nodes")),
    NODES_SYNCED(gauge(MetricGroup.NODES, "vspherecloud_nodes_synced")
            .means("1 after the first complete list of Nodes; 0 before. While 0, the other metrics about Nodes are "
                    + "incomplete.")
            .from("the watch on Nodes")),
    NODES_WITH_REASON(gauge(MetricGroup.NODES, "vspherecloud_nodes_with_reason")
            .by(Labels.REASON)
            .means("Number of Nodes that currently report this reason: a problem that prevents their "
                    + "initialisation, or a warning about an initialised Node.")
            .from("the node controller, at each reconciliation")),
    REACTION(histogram(MetricGroup.NODES, "vspherecloud_reaction_seconds", Buckets.REACTION)
            .means("Seconds from the receipt of a change from vCenter to the update of the Node.")
            .from("the node controller")),
    TAINT_REMOVAL(
            histogram(MetricGroup.NODES, "node_controller_cloud_provider_taint_removal_delay_seconds", Buckets.NODE)
                    .means("Seconds from the creation of a Node to the removal of its taint for uninitialised Nodes.")
                    .from("the node controller")
                    .asInGo()),
    NODE_SYNC(histogram(MetricGroup.NODES, "node_controller_initial_node_sync_delay_seconds", Buckets.NODE)
            .means("Seconds from the creation of a Node to the end of its first reconciliation.")
            .from("the node controller")
            .asInGo()),
    NODE_DELETES(counter(MetricGroup.DELETES, "vspherecloud_node_deletes_total")
            .by(Labels.PROOF)
            .means("Number of Nodes deleted because their VM no longer exists.")
            .from("the lifecycle controller")),
    NODE_DELETE_FAILURES(counter(MetricGroup.DELETES, "vspherecloud_node_delete_failures_total")
            .means("Number of Node deletions that failed at the API server.")
            .from("the lifecycle controller")),
    NODE_DELETES_BLOCKED(gauge(MetricGroup.DELETES, "vspherecloud_node_deletes_blocked")
            .by(Labels.REASON)
            .means("Number of Nodes whose VM is missing and that the provider does not delete, by reason.")
            .from("the lifecycle controller, at each check of a Node")),
    BREAKER_OPEN(gauge(MetricGroup.DELETES, "vspherecloud_breaker_open")
            .means("1 while the deletion breaker is open: so many VMs disappeared that no Node of a disappeared VM "
                    + "is deleted. Otherwise 0.")
            .from("the lifecycle controller, every few seconds")),
    BREAKER_NODES(gauge(MetricGroup.DELETES, "vspherecloud_breaker_nodes")
            .means("Number of Nodes whose missing VMs keep the deletion breaker open.")
            .from("the lifecycle controller, every few seconds")),
    LIFECYCLE_CYCLE(histogram(
                    MetricGroup.DELETES,
                    "cloud_node_lifecycle_controller_monitor_nodes_duration_seconds",
                    Buckets.CYCLE)
            .means("Seconds that one check of all Nodes took.")
            .from("the lifecycle controller, every few seconds")
            .asInGo()),
    LIFECYCLE_CALLS(counter(MetricGroup.DELETES, "cloud_node_lifecycle_controller_cloud_provider_calls_total")
            .by(Labels.OPERATION, Labels.ANSWER)
            .means("Number of checks whether the VM of a Node exists. They use the local copy of the inventory, and "
                    + "do not call vCenter.")
            .from("the lifecycle controller, at each check of a Node")
            .asInGo()),
    VCENTER_TRUSTED(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_trusted")
            .by(Labels.VCENTER)
            .means("1 while the vCenter answers and the local copy of its inventory is up to date; 0 before its "
                    + "first answer, and while it does not answer. Only on the leader.")
            .from("the watcher")),
    VCENTER_SILENT(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_silent")
            .by(Labels.VCENTER, Labels.REASON)
            .means("1 for the reason why the vCenter does not answer; absent while it answers.")
            .from("the watcher")),
    SNAPSHOT_AGE(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_snapshot_age_seconds")
            .by(Labels.VCENTER)
            .means("Seconds since the vCenter last confirmed the local copy of its inventory. Below 40 while the "
                    + "vCenter answers; absent while it does not.")
            .from("the watcher")),
    CREDENTIALS_OUTDATED(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_credentials_outdated")
            .by(Labels.VCENTER)
            .means("1 while the Secret or directory has no usable credentials for the vCenter, and the provider uses "
                    + "those that it had before; otherwise 0. Another leader could not log in.")
            .from("the watch on the Secret")),
    WATCH_RESTARTS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_watch_restarts_total")
            .by(Labels.VCENTER, Labels.KIND)
            .means("Number of times that the watch on the vCenter failed and was restarted, by kind of error.")
            .from("the watcher")),
    CALLS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_calls_total")
            .by(Labels.VCENTER, Labels.METHOD)
            .means("Number of HTTP requests to the vCenter, failed ones included.")
            .from("the vCenter client")),
    CALL_ERRORS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_call_errors_total")
            .by(Labels.VCENTER, Labels.METHOD, Labels.KIND)
            .means("Number of HTTP requests to the vCenter that failed, by kind of error. Requests that the "
                    + "provider itself ended are not counted.")
            .from("the vCenter client")),
    CALL_DURATION(histogram(MetricGroup.VCENTER, "vspherecloud_vcenter_call_duration_seconds", Buckets.VCENTER)
            .by(Labels.VCENTER, Labels.METHOD)
            .means("Seconds that an HTTP request to the vCenter took. `WaitForUpdatesEx` waits for changes, for at "
                    + "most 30 s.")
            .from("the vCenter client")),
    SESSIONS(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_sessions")
            .by(Labels.VCENTER, Labels.SIDE)
            .means("Number of open sessions at the vCenter: normally 1 for each `side`; briefly 2 while credentials "
                    + "change.")
            .from("the watcher")),
    LOGINS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_logins_total")
            .by(Labels.VCENTER, Labels.SIDE, Labels.LOGIN)
            .means("Number of login attempts, by result.")
            .from("the watcher")),
    CERTIFICATE_EXPIRY(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_certificate_expiry_timestamp_seconds")
            .by(Labels.VCENTER)
            .means("Unix time at which the certificate expires that the vCenter presented last.")
            .from("the vCenter client")),
    GO_REQUESTS(histogram(MetricGroup.VCENTER, "cloudprovider_vsphere_api_request_duration_seconds", Buckets.VCENTER)
            .by(Labels.REQUEST)
            .means("Seconds that an HTTP request to any vCenter took. cloud-provider-vsphere (Go) defines this "
                    + "metric, but never exposes it.")
            .from("the vCenter client")
            .asInGo()),
    GO_REQUEST_ERRORS(gauge(MetricGroup.VCENTER, "cloudprovider_vsphere_api_request_errors")
            .by(Labels.REQUEST)
            .means("Number of HTTP requests to any vCenter that failed; only increases. cloud-provider-vsphere "
                    + "(Go) defines this metric, but never exposes it.")
            .from("the vCenter client")
            .asInGo()),
    CONFIG_GENERATION(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_generation")
            .means("Number of configurations that were used since the start, the current one included.")
            .from("the configuration watcher")),
    CONFIG_RELOADS(counter(MetricGroup.CONFIGURATION, "vspherecloud_config_reloads_total")
            .by(Labels.RELOAD)
            .means("Number of reloads of a changed configuration, by result.")
            .from("the configuration watcher")),
    CONFIG_SUCCESS(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_last_reload_successful")
            .means("1 if the last reload of the configuration succeeded; 0 while the configuration has errors and "
                    + "the last valid one stays in use.")
            .from("the configuration watcher")),
    CONFIG_TIME(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_last_reload_timestamp_seconds")
            .means("Unix time of the last reload of the configuration, successful or not.")
            .from("the configuration watcher")),
    LEADING(gauge(MetricGroup.ELECTION, "vspherecloud_leader")
            .means("1 while this process leads and its controllers run, also without leader election; otherwise 0.")
            .from("the process")),
    MASTER_STATUS(gauge(MetricGroup.ELECTION, "leader_election_master_status")
            .by(Labels.LEASE)
            .means("1 while this process holds the Lease; otherwise 0.")
            .from("leader election")
            .asInGo()),
    SLOW_PATH(counter(MetricGroup.ELECTION, "leader_election_slowpath_total")
            .by(Labels.LEASE)
            .means("Number of renewals that had to read the Lease first, because another client had changed it.")
            .from("leader election")
            .asInGo()),
    RUNNING(gauge(MetricGroup.ELECTION, "running_managed_controllers")
            .by(Labels.CONTROLLER, Labels.MANAGER)
            .means("1 while the controller runs; otherwise 0.")
            .from("the process")
            .asInGo()),
    EVENTS_DROPPED(counter(MetricGroup.ELECTION, "vspherecloud_events_dropped_total")
            .means("Number of Events that were dropped, because there were too many or because the API server "
                    + "refused them.")
            .from("the Event recorder")),
    QUEUE_DEPTH(gauge(MetricGroup.WORKQUEUE, "workqueue_depth")
            .by(Labels.QUEUE)
            .means("Number of keys in the queue that are due and wait for a worker.")
            .from("the queue")
            .asInGo()),
    QUEUE_ADDS(counter(MetricGroup.WORKQUEUE, "workqueue_adds_total")
            .by(Labels.QUEUE)
            .means("Number of keys added to the queue, or moved to an earlier time in it.")
            .from("the queue")
            .asInGo()),
    QUEUE_WAIT(histogram(MetricGroup.WORKQUEUE, "workqueue_queue_duration_seconds", Buckets.QUEUE)
            .by(Labels.QUEUE)
            .means("Seconds that a key waited in the queue after it was due, until a worker took it.")
            .from("the queue")
            .asInGo()),
    QUEUE_WORK(histogram(MetricGroup.WORKQUEUE, "workqueue_work_duration_seconds", Buckets.QUEUE)
            .by(Labels.QUEUE)
            .means("Seconds that the work on a key took.")
            .from("the workers")
            .asInGo()),
    QUEUE_UNFINISHED(gauge(MetricGroup.WORKQUEUE, "workqueue_unfinished_work_seconds")
            .by(Labels.QUEUE)
            .means("Sum of the seconds that all unfinished work has taken so far.")
            .from("the workers")
            .asInGo()),
    QUEUE_LONGEST(gauge(MetricGroup.WORKQUEUE, "workqueue_longest_running_processor_seconds")
            .by(Labels.QUEUE)
            .means("Seconds that the longest unfinished work on one key has taken so far.")
            .from("the workers")
            .asInGo()),
    QUEUE_RETRIES(counter(MetricGroup.WORKQUEUE, "workqueue_retries_total")
            .by(Labels.QUEUE)
            .means("Number of keys added to the queue again because the work on them failed.")
            .from("the workers")
            .asInGo()),
    REST_REQUESTS(counter(MetricGroup.API_SERVER, "rest_client_requests_total")
            .by(Labels.CODE, Labels.HTTP_METHOD, Labels.HOST)
            .means("Number of requests sent to the API server. A watch counts once.")
            .from("the API server's client")
            .asInGo()),
    REST_DURATION(histogram(MetricGroup.API_SERVER, "rest_client_request_duration_seconds", Buckets.REQUEST)
            .by(Labels.VERB, Labels.HOST)
            .means("Seconds from sending a request to the API server to the end of its response, for a watch to the "
                    + "beginning of its response.")
            .from("the API server's client")
            .asInGo()),
    REST_SENT(histogram(MetricGroup.API_SERVER, "rest_client_request_size_bytes", Buckets.SIZE)
            .by(Labels.VERB, Labels.HOST)
            .means("Size in bytes of request bodies sent to the API server.")
            .from("the API server's client")
            .asInGo()),
    REST_RECEIVED(histogram(MetricGroup.API_SERVER, "rest_client_response_size_bytes", Buckets.SIZE)
            .by(Labels.VERB, Labels.HOST)
            .means("Size in bytes of response bodies received from the API server, watches excluded.")
            .from("the API server's client")
            .asInGo()),
    REST_WAIT(histogram(MetricGroup.API_SERVER, "rest_client_rate_limiter_duration_seconds", Buckets.REQUEST)
            .by(Labels.VERB, Labels.HOST)
            .means("Seconds that a request to the API server waited before it was sent: for a free slot, or for "
                    + "`--kube-api-qps`.")
            .from("the API server's client")
            .asInGo()),
    REST_RETRIES(counter(MetricGroup.API_SERVER, "rest_client_request_retries_total")
            .by(Labels.CODE, Labels.VERB, Labels.HOST)
            .means("Number of requests that were sent again because the API server asked for a retry.")
            .from("the API server's client")
            .asInGo()),
    AUTHN_REQUESTS(counter(MetricGroup.ACCESS, "apiserver_delegated_authn_request_total")
            .by(Labels.REVIEW)
            .means("Number of TokenReviews, which authenticate clients of the HTTPS port.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHN_DURATION(histogram(MetricGroup.ACCESS, "apiserver_delegated_authn_request_duration_seconds", Buckets.REVIEW)
            .by(Labels.REVIEW)
            .means("Seconds that a TokenReview took.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHZ_REQUESTS(counter(MetricGroup.ACCESS, "apiserver_delegated_authz_request_total")
            .by(Labels.REVIEW)
            .means("Number of SubjectAccessReviews, which authorize clients of the HTTPS port.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHZ_DURATION(histogram(MetricGroup.ACCESS, "apiserver_delegated_authz_request_duration_seconds", Buckets.REVIEW)
            .by(Labels.REVIEW)
            .means("Seconds that a SubjectAccessReview took.")
            .from("the HTTPS port")
            .asInGo()),
    BUILD(info(MetricGroup.PROCESS, "kubernetes_build_info")
            .by(Labels.GIT_VERSION, Labels.COMPILER, Labels.PLATFORM)
            .means("Always 1; the labels tell the version and platform of this program. Labels that apply only to "
                    + "Go are omitted.")
            .from("the build")
            .asInGo()),
    FEATURE(gauge(MetricGroup.PROCESS, "kubernetes_feature_enabled")
            .by(Labels.FEATURE, Labels.STAGE)
            .means("1 if the feature gate is enabled; otherwise 0.")
            .from("`--feature-gates`")
            .asInGo()),
    THREAD_FAILURES(counter(MetricGroup.PROCESS, "vspherecloud_thread_failures_total")
            .by(Labels.THREAD)
            .means("Number of unexpected failures in long-running threads. The thread continues or restarts; the "
                    + "log shows a stack trace for each new kind of failure.")
            .from("all long-running threads")),
    PORT_REFUSALS(counter(MetricGroup.PROCESS, "vspherecloud_port_refusals_total")
            .by(Labels.REFUSAL)
            .means("Number of clients of the HTTPS port that were refused so that the others, such as probes, are "
                    + "served.")
            .from("the HTTPS port")),
    PROCESS_CPU_SECONDS_TOTAL(runtime(MetricGroup.PROCESS, MetricKind.COUNTER, "process_cpu_seconds_total")
            .means("CPU time of all threads, in seconds.")),
    PROCESS_MAX_FDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_max_fds")
            .means("Maximum number of open file descriptors.")),
    PROCESS_OPEN_FDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_open_fds")
            .means("Number of open file descriptors.")),
    PROCESS_RESIDENT_MEMORY_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_resident_memory_bytes")
            .means("Resident memory of the process, in bytes.")),
    PROCESS_START_TIME_SECONDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_start_time_seconds")
            .means("Unix time at which the process started.")),
    PROCESS_VIRTUAL_MEMORY_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_virtual_memory_bytes")
            .means("Virtual memory of the process, in bytes. For Java it says little about memory use.")),
    JVM_RUNTIME_INFO(runtime(MetricGroup.PROCESS, MetricKind.INFO, "jvm_runtime_info")
            .by(Labels.RUNTIME_LABEL, Labels.VENDOR, Labels.VERSION)
            .means("Always 1; the labels tell the Java runtime.")),
    JVM_GC_COLLECTION_SECONDS(runtime(MetricGroup.PROCESS, MetricKind.SUMMARY, "jvm_gc_collection_seconds")
            .by(Labels.GC)
            .means("Number of garbage collections, and the seconds that they took.")),
    JVM_MEMORY_OBJECTS_PENDING_FINALIZATION(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_objects_pending_finalization")
                    .means("Number of objects that wait for their finalizer.")),
    JVM_MEMORY_COMMITTED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_committed_bytes")
            .by(Labels.AREA)
            .means("Committed memory of the Java runtime, in bytes.")),
    JVM_MEMORY_INIT_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_init_bytes")
            .by(Labels.AREA)
            .means("Initial memory of the Java runtime, in bytes.")),
    JVM_MEMORY_MAX_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_max_bytes")
            .by(Labels.AREA)
            .means("Maximum memory of the Java runtime, in bytes; -1 without a limit.")),
    JVM_MEMORY_USED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_used_bytes")
            .by(Labels.AREA)
            .means("Used memory of the Java runtime, in bytes, garbage included.")),
    JVM_MEMORY_POOL_COMMITTED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_committed_bytes")
            .by(Labels.POOL)
            .means("Committed memory of a memory pool, in bytes.")),
    JVM_MEMORY_POOL_INIT_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_init_bytes")
            .by(Labels.POOL)
            .means("Initial memory of a memory pool, in bytes.")),
    JVM_MEMORY_POOL_MAX_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_max_bytes")
            .by(Labels.POOL)
            .means("Maximum memory of a memory pool, in bytes; -1 without a limit.")),
    JVM_MEMORY_POOL_USED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_used_bytes")
            .by(Labels.POOL)
            .means("Used memory of a memory pool, in bytes, garbage included.")),
    JVM_MEMORY_POOL_COLLECTION_COMMITTED_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_committed_bytes")
                    .by(Labels.POOL)
                    .means("Committed memory of a memory pool after the last garbage collection, in bytes.")),
    JVM_MEMORY_POOL_COLLECTION_INIT_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_init_bytes")
                    .by(Labels.POOL)
                    .means("Initial memory of a memory pool after the last garbage collection, in bytes.")),
    JVM_MEMORY_POOL_COLLECTION_MAX_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_max_bytes")
                    .by(Labels.POOL)
                    .means("Maximum memory of a memory pool after the last garbage collection, in bytes.")),
    JVM_MEMORY_POOL_COLLECTION_USED_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_used_bytes")
                    .by(Labels.POOL)
                    .means("Used memory of a memory pool after the last garbage collection, in bytes.")),
    JVM_THREADS_CURRENT(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_current")
            .means("Number of platform threads. Virtual threads are not counted.")),
    JVM_THREADS_DAEMON(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_daemon")
            .means("Number of daemon platform threads.")),
    JVM_THREADS_DEADLOCKED(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_deadlocked")
            .means("Number of platform threads in a deadlock on monitors or ownable synchronizers.")),
    JVM_THREADS_DEADLOCKED_MONITOR(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_deadlocked_monitor")
            .means("Number of platform threads in a deadlock on monitors.")),
    JVM_THREADS_PEAK(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_peak")
            .means("Highest number of platform threads since the start.")),
    JVM_THREADS_STARTED_TOTAL(runtime(MetricGroup.PROCESS, MetricKind.COUNTER, "jvm_threads_started_total")
            .means("Number of platform threads started since the start of the process.")),
    JVM_THREADS_STATE(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_state")
            .by(Labels.THREAD_STATE)
            .means("Number of platform threads, by state."));

    private final MetricRow row;

    Metric(MetricRow row) {
        this.row = row;
    }

    @Override
    public MetricRow row() {
        return row;
    }
}
