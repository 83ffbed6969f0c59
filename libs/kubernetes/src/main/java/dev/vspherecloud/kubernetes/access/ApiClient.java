package dev.vspherecloud.kubernetes.access;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Executors;

/// An HTTP client for the API server, with the credentials that it adds to requests.
record ApiClient(HttpClient http, Access access) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /// Creates a client from the certificates that the access names. Throws [KubeException] if they cannot be
    /// used.
    ///
    /// The client follows no redirect: the credentials would go wherever a response points.
    static ApiClient of(Access access) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(Redirect.NEVER)
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        if (access.isTls()) {
            builder.sslContext(ApiTls.context(access));
        }
        access.proxy().ifPresent(proxy -> builder.proxy(proxy.selector()));
        return new ApiClient(builder.build(), access);
    }

    /// Adds the credentials to a request. Throws [KubeException] if the token cannot be read.
    void identify(HttpRequest.Builder request) {
        access.identity().request().authorization().ifPresent(value -> request.header("Authorization", value));
        access.identity().impersonation().addTo(request);
        access.proxy()
                .flatMap(ApiProxyUrl::authorization)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
    }

    /// Cancels all requests in progress.
    void close() {
        http.shutdownNow();
    }
}
