package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// Waits for a candidate while another process leads.
interface LeaseWaiter extends AutoCloseable {
    /// Waits for at most this long, or until the Lease may be free.
    void await(Duration atMost) throws InterruptedException;

    @Override
    void close();
}
