package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;

/// How a candidate waits while another process leads.
interface LeaseWaiter extends AutoCloseable {
    /// Waits so long, or until there may be something to win.
    void await(Duration atMost) throws InterruptedException;

    @Override
    void close();
}
