package dev.vspherecloud.kubernetes.access;

/// Supplies the HTTP client and the identity for each request.
@FunctionalInterface
interface HttpClients {
    /// Returns the client for the next request.
    ApiClient get();

    /// The API server did not accept the credentials of a request (401). Credentials that can be fetched again
    /// are, before the next request.
    default void onUnauthorized() {}
}
