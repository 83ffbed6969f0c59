package dev.vspherecloud.testkit.demo;

import java.util.Optional;

/// Falls once, at the end of the play or when it is interrupted, and takes the stage with it.
///
/// Threads: any; guarded by this object's monitor, which is held while the stage is closed, so that whoever ends the
/// process waits for that.
final class ShutdownGuard implements AutoCloseable {
    private Optional<DemoCluster> cluster = Optional.empty();
    private boolean fallen;
    private volatile boolean interrupted;

    /// Takes charge of the stage; when it is too late for a play, closes it and throws.
    synchronized DemoCluster protect(DemoCluster set) {
        if (fallen) {
            set.close();
            throw new IllegalStateException("interrupted");
        }
        cluster = Optional.of(set);
        return set;
    }

    /// Lets it fall in the middle of the play.
    void interrupt() {
        interrupted = true;
        close();
    }

    boolean wasInterrupted() {
        return interrupted;
    }

    @Override
    public synchronized void close() {
        if (!fallen) {
            fallen = true;
            cluster.ifPresent(DemoCluster::close);
        }
    }
}
