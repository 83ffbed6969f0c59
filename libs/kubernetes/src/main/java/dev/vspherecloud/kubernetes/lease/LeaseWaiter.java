package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Lets a candidate wait while another process leads.
interface LeaseWaiter extends AutoCloseable {
    /// Waits until the Lease may be free, but at most this long.
    void await(Duration atMost) throws InterruptedException;

    @Override
    void close();
}
