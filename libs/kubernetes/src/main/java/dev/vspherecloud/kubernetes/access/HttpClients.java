package dev.vspherecloud.kubernetes.access;

import java.time.Duration;

/// Supplies the HTTP client and the identity for each request.
@FunctionalInterface
interface HttpClients {
    /// Returns the client for the next request. Throws a `KubeException` if there are no usable credentials within
    /// this time.
    ApiClient get(Duration atMost) throws InterruptedException;

    /// Called when the API server did not accept the credentials of a request (401). If the credentials can be
    /// fetched again, the implementation begins to do that. Does not block.
    default void onUnauthorized() {}
}
