package dev.vspherecloud.ccm.application.metrics;

/// The groups of metrics. They are the headings of the reference page.
final class MetricGroup {
    private MetricGroup() {}

    static final String NODES = "Nodes";
    static final String DELETES = "Deleting Nodes";
    static final String VCENTER = "vCenter";
    static final String CONFIGURATION = "Configuration";
    static final String ELECTION = "Leader and controllers";
    static final String WORKQUEUE = "Work queues";
    static final String API_SERVER = "Requests to the API server";
    static final String ACCESS = "Access to the HTTPS port";
    static final String PROCESS = "Process and Java runtime";
}
