package dev.vspherecloud.testkit.demo;

import java.util.Optional;

/// Closes the [DemoCluster] exactly once, at the end of the demo or on an interrupt.
///
/// Threads: any; guarded by this object's monitor. It is held while the cluster closes, so that a second caller waits
/// for that.
final class ShutdownGuard implements AutoCloseable {
    private Optional<DemoCluster> cluster = Optional.empty();
    private boolean closed;
    private volatile boolean interrupted;

    /// Registers the cluster to be closed. If the guard is closed already, closes the cluster and throws.
    synchronized DemoCluster protect(DemoCluster started) {
        if (closed) {
            started.close();
            throw new IllegalStateException("interrupted");
        }
        cluster = Optional.of(started);
        return started;
    }

    /// Closes the cluster while the demo is running.
    void interrupt() {
        interrupted = true;
        close();
    }

    boolean wasInterrupted() {
        return interrupted;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            cluster.ifPresent(DemoCluster::close);
        }
    }
}
