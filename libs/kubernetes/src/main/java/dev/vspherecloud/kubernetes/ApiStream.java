package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.Optional;

/// A response that arrives line by line.
public interface ApiStream extends AutoCloseable {
    /// Returns the next line; empty if the server has ended the response. Throws [KubeException] if the
    /// connection broke, or if no line arrived in this time.
    Optional<byte[]> nextLine(Duration timeout) throws InterruptedException;

    @Override
    void close();
}
