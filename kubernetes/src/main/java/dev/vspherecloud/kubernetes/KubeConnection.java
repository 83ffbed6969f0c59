package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.time.Duration;

/// Where the API server is and who we are. Everything of this package works over one of these.
///
/// Opening reads files and contacts nobody; [#serverVersion] does. HTTP/1.1 is spoken: a connection whose server
/// vanished without a word ends with the first request that times out on it, where over HTTP/2 it would stay in use
/// and let every later request time out as well; and there is no limit of streams to run into.
///
/// Threads: may be used from anywhere. The HTTP client's own threads are daemons.
public final class KubeConnection implements AutoCloseable {
    private static final String USER_AGENT = "vsphere-cloud-controller-manager";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http;
    private final ApiServer server;

    private KubeConnection(HttpClient http, ApiServer server) {
        this.http = http;
        this.server = server;
    }

    /// Reads the kubeconfig, or the service account of our Pod when neither is given.
    ///
    /// @param kubeconfig a path, empty when not given
    /// @param master     URL of the API server, wins over the kubeconfig's; empty when not given
    public static KubeConnection open(String kubeconfig, String master) {
        return open(kubeconfig, master, ApiObserver.NONE);
    }

    public static KubeConnection open(String kubeconfig, String master, ApiObserver observer) {
        Config config = new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT).find(kubeconfig, master);
        return open(config, kubeconfig, Ticker.system(), Pause.system(), observer);
    }

    private static KubeConnection open(
            Config config, String kubeconfig, Ticker ticker, Pause pause, ApiObserver observer) {
        config.setUserAgent(USER_AGENT);
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setHttp2Disable(true);
        // ApiServer repeats requests: the library would not wait as long as the server asks for.
        config.setRequestRetryBackoffLimit(0);
        String url = config.getMasterUrl().replaceAll("/+$", "");
        HttpClient http = client(config, kubeconfig);
        return new KubeConnection(
                http, ApiServer.observed(url, new FabricTransport(url, http, ticker), ticker, pause, observer));
    }

    private static HttpClient client(Config config, String kubeconfig) {
        try {
            return new JdkHttpClientFactory().newBuilder(config).build();
        } catch (KubernetesClientException | IllegalArgumentException e) {
            throw new KubeException(
                    KubeException.Kind.CONFIG_INVALID,
                    "the certificates or the proxy that %s names can't be used (%s)"
                            .formatted(
                                    kubeconfig.isEmpty()
                                            ? "the service account"
                                            : "the kubeconfig \"" + kubeconfig + "\"",
                                    reason(e)),
                    e);
        }
    }

    private static String reason(RuntimeException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /// Asks the API server for its version, as in `v1.36.3`. Throws [KubeException] when it can't be used.
    public String serverVersion() {
        return server.expect(ApiCall.get("/version")).json().path("gitVersion").asText("");
    }

    /// The URL that requests go to.
    public String url() {
        return server.url();
    }

    ApiServer server() {
        return server;
    }

    /// Breaks off whatever is under way.
    @Override
    public void close() {
        http.close();
    }
}
