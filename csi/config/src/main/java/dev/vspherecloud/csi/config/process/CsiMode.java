package dev.vspherecloud.csi.config.process;

/// The part of the driver that a process runs.
public enum CsiMode {
    /// The Identity and the Controller service, in a Deployment.
    CONTROLLER,
    /// The Identity and the Node service, on each Node.
    NODE
}
