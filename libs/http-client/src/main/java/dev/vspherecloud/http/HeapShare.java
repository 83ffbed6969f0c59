package dev.vspherecloud.http;

import java.util.concurrent.atomic.AtomicBoolean;

/// The share of one server in the [HeapShares], for one client of the server.
///
/// Threads: safe for all.
public final class HeapShare implements AutoCloseable {
    private final HeapShares shares;
    private final HeapShares.Owner owner;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    HeapShare(HeapShares shares, HeapShares.Owner owner) {
        this.shares = shares;
        this.owner = owner;
    }

    void reserve(long bytes, long held) throws ResponseTooLargeException {
        shares.reserve(owner, bytes, held);
    }

    void release(long bytes) {
        shares.release(owner, bytes);
    }

    /// Gives the share to the other servers, once no client of this server is left.
    @Override
    public void close() {
        if (!isClosed.getAndSet(true)) {
            shares.close(owner);
        }
    }
}
