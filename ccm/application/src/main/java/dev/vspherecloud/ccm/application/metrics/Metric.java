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
/// Names and labels are stable, since alerts use them. A metric of cloud-provider-vsphere (Go) keeps its name if
/// it has the same meaning here.
public enum Metric implements MetricDefinition {
    NODES(gauge(MetricGroup.NODES, "vspherecloud_nodes")
            .by(Labels.STATE)
            .means("Nodes of the cluster, by what became of them here.")
            .from("the watch on Nodes")),
    NODES_SYNCED(gauge(MetricGroup.NODES, "vspherecloud_nodes_synced")
            .means("1 once all Nodes were listed; until then the other figures of this group are not complete.")
            .from("the watch on Nodes")),
    NODES_WITH_REASON(gauge(MetricGroup.NODES, "vspherecloud_nodes_with_reason")
            .by(Labels.REASON)
            .means("Nodes that currently report this reason: what they wait for, and remarks on initialised ones.")
            .from("the node controller, at each look")),
    REACTION(histogram(MetricGroup.NODES, "vspherecloud_reaction_seconds", Buckets.REACTION)
            .means("From a change that vCenter told to the write on the Node that it made necessary.")
            .from("the node controller")),
    TAINT_REMOVAL(
            histogram(MetricGroup.NODES, "node_controller_cloud_provider_taint_removal_delay_seconds", Buckets.NODE)
                    .means("From the creation of a Node to the end of its taint.")
                    .from("the node controller")
                    .asInGo()),
    NODE_SYNC(histogram(MetricGroup.NODES, "node_controller_initial_node_sync_delay_seconds", Buckets.NODE)
            .means("From the creation of a Node to the end of its first reconciliation.")
            .from("the node controller")
            .asInGo()),
    NODE_DELETES(counter(MetricGroup.DELETES, "vspherecloud_node_deletes_total")
            .by(Labels.PROOF)
            .means("Nodes deleted because their VM is gone.")
            .from("the lifecycle controller")),
    NODE_DELETE_FAILURES(counter(MetricGroup.DELETES, "vspherecloud_node_delete_failures_total")
            .means("Deletes that the API server did not do.")
            .from("the lifecycle controller")),
    NODE_DELETES_BLOCKED(gauge(MetricGroup.DELETES, "vspherecloud_node_deletes_blocked")
            .by(Labels.REASON)
            .means("Nodes whose VM is missing and that are kept, by why.")
            .from("the lifecycle controller, at each look")),
    BREAKER_OPEN(gauge(MetricGroup.DELETES, "vspherecloud_breaker_open")
            .means("1 while so many VMs are missing at once that nothing is deleted.")
            .from("the lifecycle controller, every few seconds")),
    BREAKER_NODES(gauge(MetricGroup.DELETES, "vspherecloud_breaker_nodes")
            .means("Nodes whose missing VMs keep it open.")
            .from("the lifecycle controller, every few seconds")),
    LIFECYCLE_CYCLE(histogram(
                    MetricGroup.DELETES,
                    "cloud_node_lifecycle_controller_monitor_nodes_duration_seconds",
                    Buckets.CYCLE)
            .means("One look at all Nodes as a whole.")
            .from("the lifecycle controller, every few seconds")
            .asInGo()),
    LIFECYCLE_CALLS(counter(MetricGroup.DELETES, "cloud_node_lifecycle_controller_cloud_provider_calls_total")
            .by(Labels.OPERATION, Labels.ANSWER)
            .means("Questions about the VM of a Node. They are answered from what is known; vCenter is not called.")
            .from("the lifecycle controller, at each look")
            .asInGo()),
    VCENTER_TRUSTED(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_trusted")
            .by(Labels.VCENTER)
            .means(
                    "1 while what is known of the vCenter is confirmed; 0 before it answered first, and while it does not. Only on the leader, as all of this group.")
            .from("the watcher")),
    VCENTER_SILENT(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_silent")
            .by(Labels.VCENTER, Labels.REASON)
            .means("1 for the reason why the vCenter does not answer; not there while it does.")
            .from("the watcher")),
    SNAPSHOT_AGE(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_snapshot_age_seconds")
            .by(Labels.VCENTER)
            .means(
                    "How long ago the vCenter confirmed what is known of it. Below 40 while it answers; not there while it fails.")
            .from("the watcher")),
    WATCH_RESTARTS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_watch_restarts_total")
            .by(Labels.VCENTER, Labels.KIND)
            .means("How often the watch broke and was begun anew.")
            .from("the watcher")),
    CALLS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_calls_total")
            .by(Labels.VCENTER, Labels.METHOD)
            .means("HTTP exchanges, also those that failed.")
            .from("the vCenter client")),
    CALL_ERRORS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_call_errors_total")
            .by(Labels.VCENTER, Labels.METHOD, Labels.KIND)
            .means("Exchanges that did not bring their result. What was ended on purpose is no fault.")
            .from("the vCenter client")),
    CALL_DURATION(histogram(MetricGroup.VCENTER, "vspherecloud_vcenter_call_duration_seconds", Buckets.VCENTER)
            .by(Labels.VCENTER, Labels.METHOD)
            .means("How long an exchange took. `WaitForUpdatesEx` waits on purpose, half a minute at most.")
            .from("the vCenter client")),
    SESSIONS(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_sessions")
            .by(Labels.VCENTER, Labels.SIDE)
            .means("Sessions that are open. One each; two for a moment while credentials change.")
            .from("the watcher")),
    LOGINS(counter(MetricGroup.VCENTER, "vspherecloud_vcenter_logins_total")
            .by(Labels.VCENTER, Labels.SIDE, Labels.LOGIN)
            .means("Logins that were tried.")
            .from("the watcher")),
    CERTIFICATE_EXPIRY(gauge(MetricGroup.VCENTER, "vspherecloud_vcenter_certificate_expiry_timestamp_seconds")
            .by(Labels.VCENTER)
            .means("When the certificate that the vCenter showed last expires, in seconds since 1970.")
            .from("the vCenter client")),
    GO_REQUESTS(histogram(MetricGroup.VCENTER, "cloudprovider_vsphere_api_request_duration_seconds", Buckets.VCENTER)
            .by(Labels.REQUEST)
            .means("How long an exchange with any vCenter took. The Go program defines the name and never shows it.")
            .from("the vCenter client")
            .asInGo()),
    GO_REQUEST_ERRORS(gauge(MetricGroup.VCENTER, "cloudprovider_vsphere_api_request_errors")
            .by(Labels.REQUEST)
            .means(
                    "Exchanges with any vCenter that did not bring their result; counts up. The Go program defines the name and never shows it.")
            .from("the vCenter client")
            .asInGo()),
    CONFIG_GENERATION(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_generation")
            .means("Configurations that were in force since the start, the present one included.")
            .from("the reader of the configuration")),
    CONFIG_RELOADS(counter(MetricGroup.CONFIGURATION, "vspherecloud_config_reloads_total")
            .by(Labels.RELOAD)
            .means("Changes of the configuration, by what became of them.")
            .from("the reader of the configuration")),
    CONFIG_SUCCESS(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_last_reload_successful")
            .means("0 while the configuration as it stands is refused, and the last good one is in force.")
            .from("the reader of the configuration")),
    CONFIG_TIME(gauge(MetricGroup.CONFIGURATION, "vspherecloud_config_last_reload_timestamp_seconds")
            .means("When the configuration was last judged.")
            .from("the reader of the configuration")),
    LEADING(gauge(MetricGroup.ELECTION, "vspherecloud_leader")
            .means("1 while this process does the work, elected or alone.")
            .from("the process")),
    MASTER_STATUS(gauge(MetricGroup.ELECTION, "leader_election_master_status")
            .by(Labels.LEASE)
            .means("1 while this process holds the Lease.")
            .from("leader election")
            .asInGo()),
    SLOW_PATH(counter(MetricGroup.ELECTION, "leader_election_slowpath_total")
            .by(Labels.LEASE)
            .means("Renewals that had to read the Lease before: somebody else had written to it.")
            .from("leader election")
            .asInGo()),
    RUNNING(gauge(MetricGroup.ELECTION, "running_managed_controllers")
            .by(Labels.CONTROLLER, Labels.MANAGER)
            .means("1 while the controller runs.")
            .from("the process")
            .asInGo()),
    EVENTS_DROPPED(counter(MetricGroup.ELECTION, "vspherecloud_events_dropped_total")
            .means("Events thrown away: too many at once, or not taken by the API server.")
            .from("the sender of Events")),
    QUEUE_DEPTH(gauge(MetricGroup.WORKQUEUE, "workqueue_depth")
            .by(Labels.QUEUE)
            .means("Keys that are due and wait for a worker.")
            .from("the queue")
            .asInGo()),
    QUEUE_ADDS(counter(MetricGroup.WORKQUEUE, "workqueue_adds_total")
            .by(Labels.QUEUE)
            .means("Keys put into the queue, or brought forward in it.")
            .from("the queue")
            .asInGo()),
    QUEUE_WAIT(histogram(MetricGroup.WORKQUEUE, "workqueue_queue_duration_seconds", Buckets.QUEUE)
            .by(Labels.QUEUE)
            .means("From the time when a key was due to a worker taking it.")
            .from("the queue")
            .asInGo()),
    QUEUE_WORK(histogram(MetricGroup.WORKQUEUE, "workqueue_work_duration_seconds", Buckets.QUEUE)
            .by(Labels.QUEUE)
            .means("How long the work on a key took.")
            .from("the workers")
            .asInGo()),
    QUEUE_UNFINISHED(gauge(MetricGroup.WORKQUEUE, "workqueue_unfinished_work_seconds")
            .by(Labels.QUEUE)
            .means("How long the present work on all keys takes already, in sum.")
            .from("the workers")
            .asInGo()),
    QUEUE_LONGEST(gauge(MetricGroup.WORKQUEUE, "workqueue_longest_running_processor_seconds")
            .by(Labels.QUEUE)
            .means("How long the present work on one key takes already, the longest.")
            .from("the workers")
            .asInGo()),
    QUEUE_RETRIES(counter(MetricGroup.WORKQUEUE, "workqueue_retries_total")
            .by(Labels.QUEUE)
            .means("Keys put back because the work failed.")
            .from("the workers")
            .asInGo()),
    REST_REQUESTS(counter(MetricGroup.API_SERVER, "rest_client_requests_total")
            .by(Labels.CODE, Labels.HTTP_METHOD, Labels.HOST)
            .means("Requests that were sent; a watch is one.")
            .from("the API server's client")
            .asInGo()),
    REST_DURATION(histogram(MetricGroup.API_SERVER, "rest_client_request_duration_seconds", Buckets.REQUEST)
            .by(Labels.VERB, Labels.HOST)
            .means("From sending to the end of the answer; to its beginning for a watch.")
            .from("the API server's client")
            .asInGo()),
    REST_SENT(histogram(MetricGroup.API_SERVER, "rest_client_request_size_bytes", Buckets.SIZE)
            .by(Labels.VERB, Labels.HOST)
            .means("Size of bodies sent.")
            .from("the API server's client")
            .asInGo()),
    REST_RECEIVED(histogram(MetricGroup.API_SERVER, "rest_client_response_size_bytes", Buckets.SIZE)
            .by(Labels.VERB, Labels.HOST)
            .means("Size of bodies received; not of watches.")
            .from("the API server's client")
            .asInGo()),
    REST_WAIT(histogram(MetricGroup.API_SERVER, "rest_client_rate_limiter_duration_seconds", Buckets.REQUEST)
            .by(Labels.VERB, Labels.HOST)
            .means("How long a request waited here, behind others or for `--kube-api-qps`.")
            .from("the API server's client")
            .asInGo()),
    REST_RETRIES(counter(MetricGroup.API_SERVER, "rest_client_request_retries_total")
            .by(Labels.CODE, Labels.VERB, Labels.HOST)
            .means("Requests sent again because the API server asked for that.")
            .from("the API server's client")
            .asInGo()),
    AUTHN_REQUESTS(counter(MetricGroup.ACCESS, "apiserver_delegated_authn_request_total")
            .by(Labels.REVIEW)
            .means("Questions to the API server about who may see this port, each a TokenReview.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHN_DURATION(histogram(MetricGroup.ACCESS, "apiserver_delegated_authn_request_duration_seconds", Buckets.REVIEW)
            .by(Labels.REVIEW)
            .means("How long a TokenReview took.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHZ_REQUESTS(counter(MetricGroup.ACCESS, "apiserver_delegated_authz_request_total")
            .by(Labels.REVIEW)
            .means("Questions to the API server about who may see this port, each a SubjectAccessReview.")
            .from("the HTTPS port")
            .asInGo()),
    AUTHZ_DURATION(histogram(MetricGroup.ACCESS, "apiserver_delegated_authz_request_duration_seconds", Buckets.REVIEW)
            .by(Labels.REVIEW)
            .means("How long a SubjectAccessReview took.")
            .from("the HTTPS port")
            .asInGo()),
    BUILD(info(MetricGroup.PROCESS, "kubernetes_build_info")
            .by(Labels.GIT_VERSION, Labels.COMPILER, Labels.PLATFORM)
            .means("Which program this is; without the labels that only Go has.")
            .from("the build")
            .asInGo()),
    FEATURE(gauge(MetricGroup.PROCESS, "kubernetes_feature_enabled")
            .by(Labels.FEATURE, Labels.STAGE)
            .means("1 for a feature gate that is on, 0 for one that is off.")
            .from("`--feature-gates`")
            .asInGo()),
    THREAD_FAILURES(counter(MetricGroup.PROCESS, "vspherecloud_thread_failures_total")
            .by(Labels.THREAD)
            .means(
                    "Unexpected failures of threads that must go on. The work goes on or starts anew; each other failure has its stack in the log.")
            .from("all threads that live as long as the process")),
    PROCESS_CPU_SECONDS_TOTAL(runtime(MetricGroup.PROCESS, MetricKind.COUNTER, "process_cpu_seconds_total")
            .means("Time that all threads had a processor.")),
    PROCESS_MAX_FDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_max_fds")
            .means("File descriptors that may be open.")),
    PROCESS_OPEN_FDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_open_fds")
            .means("File descriptors that are open.")),
    PROCESS_RESIDENT_MEMORY_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_resident_memory_bytes")
            .means("Memory of the process that is in RAM.")),
    PROCESS_START_TIME_SECONDS(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_start_time_seconds")
            .means("When the process started.")),
    PROCESS_VIRTUAL_MEMORY_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "process_virtual_memory_bytes")
            .means("Addresses that the process reserved; says little of a Java program.")),
    JVM_RUNTIME_INFO(runtime(MetricGroup.PROCESS, MetricKind.INFO, "jvm_runtime_info")
            .by(Labels.RUNTIME_LABEL, Labels.VENDOR, Labels.VERSION)
            .means("Which Java runtime this is.")),
    JVM_GC_COLLECTION_SECONDS(runtime(MetricGroup.PROCESS, MetricKind.SUMMARY, "jvm_gc_collection_seconds")
            .by(Labels.GC)
            .means("Garbage collections, and the time they took.")),
    JVM_MEMORY_OBJECTS_PENDING_FINALIZATION(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_objects_pending_finalization")
                    .means("Objects that wait for their finalizer.")),
    JVM_MEMORY_COMMITTED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_committed_bytes")
            .by(Labels.AREA)
            .means("Memory that is held for use.")),
    JVM_MEMORY_INIT_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_init_bytes")
            .by(Labels.AREA)
            .means("Memory at the start.")),
    JVM_MEMORY_MAX_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_max_bytes")
            .by(Labels.AREA)
            .means("Memory that may be used; -1 where there is no limit.")),
    JVM_MEMORY_USED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_used_bytes")
            .by(Labels.AREA)
            .means("Memory in use, garbage included.")),
    JVM_MEMORY_POOL_COMMITTED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_committed_bytes")
            .by(Labels.POOL)
            .means("As `jvm_memory_committed_bytes`, by pool.")),
    JVM_MEMORY_POOL_INIT_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_init_bytes")
            .by(Labels.POOL)
            .means("As `jvm_memory_init_bytes`, by pool.")),
    JVM_MEMORY_POOL_MAX_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_max_bytes")
            .by(Labels.POOL)
            .means("As `jvm_memory_max_bytes`, by pool.")),
    JVM_MEMORY_POOL_USED_BYTES(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_used_bytes")
            .by(Labels.POOL)
            .means("As `jvm_memory_used_bytes`, by pool.")),
    JVM_MEMORY_POOL_COLLECTION_COMMITTED_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_committed_bytes")
                    .by(Labels.POOL)
                    .means("As `jvm_memory_pool_committed_bytes`, after the last collection.")),
    JVM_MEMORY_POOL_COLLECTION_INIT_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_init_bytes")
                    .by(Labels.POOL)
                    .means("As `jvm_memory_pool_init_bytes`, after the last collection.")),
    JVM_MEMORY_POOL_COLLECTION_MAX_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_max_bytes")
                    .by(Labels.POOL)
                    .means("As `jvm_memory_pool_max_bytes`, after the last collection.")),
    JVM_MEMORY_POOL_COLLECTION_USED_BYTES(
            runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_memory_pool_collection_used_bytes")
                    .by(Labels.POOL)
                    .means("As `jvm_memory_pool_used_bytes`, after the last collection.")),
    JVM_THREADS_CURRENT(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_current")
            .means("Platform threads; virtual ones are not counted.")),
    JVM_THREADS_DAEMON(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_daemon")
            .means("Platform threads that do not keep the process alive.")),
    JVM_THREADS_DEADLOCKED(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_deadlocked")
            .means("Platform threads that wait for each other.")),
    JVM_THREADS_DEADLOCKED_MONITOR(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_deadlocked_monitor")
            .means("The same, for monitors only.")),
    JVM_THREADS_PEAK(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_peak")
            .means("Most platform threads that there were.")),
    JVM_THREADS_STARTED_TOTAL(runtime(MetricGroup.PROCESS, MetricKind.COUNTER, "jvm_threads_started_total")
            .means("Platform threads that were started.")),
    JVM_THREADS_STATE(runtime(MetricGroup.PROCESS, MetricKind.GAUGE, "jvm_threads_state")
            .by(Labels.THREAD_STATE)
            .means("Platform threads, by state."));

    private final MetricRow row;

    Metric(MetricRow row) {
        this.row = row;
    }

    @Override
    public MetricRow row() {
        return row;
    }
}
