package dev.vspherecloud.testkit.demo;

/// The servers of a demo, which a [ShutdownGuard] closes.
interface DemoServers extends AutoCloseable {
    /// Stops all servers and deletes their files.
    @Override
    void close();
}
