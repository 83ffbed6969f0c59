package dev.vspherecloud.observability;

/// The format of a log line.
public enum LogFormat {
    /// klog's text form.
    TEXT,
    /// One JSON object for each line, as Kubernetes components write it.
    JSON
}
