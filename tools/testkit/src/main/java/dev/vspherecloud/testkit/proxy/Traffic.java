package dev.vspherecloud.testkit.proxy;

/// Bytes on the client's side: heads and bodies, without TLS.
record Traffic(long toServer, long toClient) {
    public long total() {
        return toServer + toClient;
    }

    /// Returns the bytes since an earlier measurement.
    public Traffic since(Traffic earlier) {
        return new Traffic(toServer - earlier.toServer, toClient - earlier.toClient);
    }
}
