package dev.vspherecloud.kubernetes.access;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.Executors;

/// An HTTP client for the API server, and who its requests say that we are.
record ApiClient(HttpClient http, Access access) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /// Reads the certificates that the access names. Throws [KubeException] when they can't be used.
    ///
    /// No redirect is followed: the credentials would go wherever an answer points.
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

    /// Throws [KubeException] when the token can't be read.
    void identify(HttpRequest.Builder request) {
        access.identity().request().authorization().ifPresent(value -> request.header("Authorization", value));
        access.identity().impersonation().addTo(request);
        access.proxy()
                .flatMap(ApiProxyUrl::authorization)
                .ifPresent(value -> request.header("Proxy-Authorization", value));
    }

    /// Breaks off whatever is under way.
    void close() {
        http.shutdownNow();
    }
}
