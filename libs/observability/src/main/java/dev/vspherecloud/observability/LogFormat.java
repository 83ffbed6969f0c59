package dev.vspherecloud.observability;

/// How a log line looks.
public enum LogFormat {
    /// klog's text form.
    TEXT,
    /// One JSON object a line, as Kubernetes components write it.
    JSON
}
