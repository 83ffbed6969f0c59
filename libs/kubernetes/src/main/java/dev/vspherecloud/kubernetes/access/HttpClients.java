package dev.vspherecloud.kubernetes.access;

/// Where requests get the HTTP client and the identity that they are sent with.
@FunctionalInterface
interface HttpClients {
    /// Those for the next request.
    ApiClient get();

    /// The API server did not accept the credentials of a request (401). What can be fetched again is, before the next
    /// request.
    default void refused() {}
}
