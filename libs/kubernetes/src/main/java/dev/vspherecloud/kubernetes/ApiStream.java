package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.Optional;

/// An answer that comes line by line.
public interface ApiStream extends AutoCloseable {
    /// The next line; empty when the server has ended the answer. Throws [KubeException] when the connection broke
    /// or nothing came for so long.
    Optional<byte[]> nextLine(Duration patience) throws InterruptedException;

    @Override
    void close();
}
