package dev.vspherecloud.kubernetes.access;

/// Supplies the HTTP client and the identity for each request.
@FunctionalInterface
interface HttpClients {
    /// Returns the client for the next request.
    ApiClient get();

    /// Called when the API server did not accept the credentials of a request (401). If the credentials can be
    /// fetched again, the implementation does that before the next request.
    default void onUnauthorized() {}
}
