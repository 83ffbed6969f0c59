package dev.vspherecloud.http;

import java.util.HashMap;
import java.util.Map;

/// The part of the heap that responses may take while they are received and read, divided among the servers
/// that send them.
///
/// Limits of bytes on the wire do not protect the heap: the objects that a response becomes take many times
/// the bytes. So every response is charged for both, see [RequestBudget#charge]. Each server has the same share,
/// whatever the others use. So a server that sends too much fails only its own calls.
///
/// Threads: safe for all. Guarded by this object's monitor.
public final class HeapShares {
    /// The smallest share. A server with less could not even send one object with all its properties.
    private static final long MIN_SHARE = 1 << 20;

    private final long totalBytes;
    private final Map<String, Owner> owners = new HashMap<>();

    /// Creates the shares, without servers.
    ///
    /// @param totalBytes the bytes for all servers together
    public HeapShares(long totalBytes) {
        this.totalBytes = totalBytes;
    }

    /// Returns the share of a server. All clients of one server have one share together.
    ///
    /// @param server the name of the server
    public synchronized HeapShare open(String server) {
        Owner owner = owners.computeIfAbsent(server, _ -> new Owner());
        owner.clients++;
        return new HeapShare(this, owner);
    }

    synchronized void close(Owner owner) {
        if (--owner.clients == 0) {
            owners.values().remove(owner);
        }
    }

    /// Reserves bytes for one response.
    ///
    /// @param held the bytes that this response has already
    /// @throws ResponseTooLargeException if the response or the server would have too much; then it reserves
    ///     nothing
    synchronized void reserve(Owner owner, long bytes, long held) throws ResponseTooLargeException {
        long share = Math.max(MIN_SHARE, totalBytes / Math.max(1, owners.size()));
        // The rest is for the other calls of the same server, for example a login.
        long maxOfOne = share - share / 4;
        if (held + bytes > maxOfOne) {
            throw new ResponseTooLargeException(
                    "the response needs more than %d KiB of memory, the limit for one response"
                            .formatted(maxOfOne >> 10));
        }
        if (owner.reserved + bytes > share) {
            throw new ResponseTooLargeException(
                    "all responses of this server together need more than %d KiB of memory, its share"
                            .formatted(share >> 10));
        }
        owner.reserved += bytes;
    }

    synchronized void release(Owner owner, long bytes) {
        owner.reserved -= bytes;
    }

    /// Returns the bytes that are reserved for all servers together.
    synchronized long reserved() {
        return owners.values().stream().mapToLong(owner -> owner.reserved).sum();
    }

    /// What one server has. Guarded by the monitor of the shares.
    static final class Owner {
        private int clients;
        private long reserved;
    }
}
