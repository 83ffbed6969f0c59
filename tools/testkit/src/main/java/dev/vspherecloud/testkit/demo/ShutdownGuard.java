package dev.vspherecloud.testkit.demo;

import java.util.Optional;

/// Closes the servers of a demo exactly once, at the end of the demo or on an interrupt.
///
/// Threads: any; guarded by this object's monitor. It is held while the servers close, so that a second caller waits
/// for that.
final class ShutdownGuard implements AutoCloseable {
    private Optional<DemoServers> servers = Optional.empty();
    private boolean closed;
    private volatile boolean interrupted;

    /// Registers servers to be closed. If the guard is closed already, closes them and throws.
    synchronized <S extends DemoServers> S protect(S started) {
        if (closed) {
            started.close();
            throw new IllegalStateException("interrupted");
        }
        servers = Optional.of(started);
        return started;
    }

    /// Closes the servers while the demo is running.
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
            servers.ifPresent(DemoServers::close);
        }
    }
}
