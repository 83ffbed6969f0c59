package dev.vspherecloud.observability.metrics;

/// What metrics are about, in the order of the page.
public enum MetricGroup {
    NODES("Nodes"),
    DELETES("Deleting Nodes"),
    VCENTER("vCenter"),
    CONFIGURATION("Configuration"),
    ELECTION("Leader and controllers"),
    WORKQUEUE("Work queues"),
    API_SERVER("Requests to the API server"),
    ACCESS("Who may see this port"),
    PROCESS("Process and Java runtime");

    private final String title;

    MetricGroup(String title) {
        this.title = title;
    }

    /// As a heading.
    public String title() {
        return title;
    }
}
