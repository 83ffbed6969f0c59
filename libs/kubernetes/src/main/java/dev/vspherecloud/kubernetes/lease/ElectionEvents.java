package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Tells people on the Lease who leads.
interface ElectionEvents {
    /// This process leads. Does not wait.
    void became();

    /// This process stepped down. Waits no longer than this.
    void stopped(Duration budget);
}
