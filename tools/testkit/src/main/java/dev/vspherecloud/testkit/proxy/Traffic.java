package dev.vspherecloud.testkit.proxy;

/// Bytes that have passed, as the client counts them: heads and bodies, without TLS.
record Traffic(long toServer, long toClient) {
    public long total() {
        return toServer + toClient;
    }

    /// What passed since an earlier reading.
    public Traffic since(Traffic earlier) {
        return new Traffic(toServer - earlier.toServer, toClient - earlier.toClient);
    }
}
