package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.http.HttpClient;

/// Where requests get the HTTP client that they are sent with.
@FunctionalInterface
interface HttpClients {
    /// The client for the next request.
    HttpClient get();

    /// The API server did not accept the credentials of a request (401). What can be fetched again is, before the next
    /// request.
    default void refused() {}
}
