package dev.vspherecloud.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Where the API server is and who we are. Everything of this package works over one of these.
///
/// Opening reads files and contacts nobody; [#serverVersion] does. HTTP/1.1 is spoken: a connection whose server
/// vanished without a word ends with the first request that times out on it, where over HTTP/2 it would stay in use
/// and let every later request time out as well; and there is no limit of streams to run into.
///
/// Certificates, keys and tokens that are exchanged on disk are taken over within seconds, see [RotatingHttp].
///
/// Threads: may be used from anywhere. The HTTP client's own threads are daemons.
public final class KubeConnection implements AutoCloseable {
    private static final String USER_AGENT = "vsphere-cloud-controller-manager";
    private static final String LEADER_ELECTION = "leader-election";
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final RotatingHttp http;
    private final ApiServer server;
    private final Supplier<KubeConnection> again;
    private final List<KubeConnection> others;

    private KubeConnection(
            RotatingHttp http, ApiServer server, Supplier<KubeConnection> again, List<KubeConnection> others) {
        this.http = http;
        this.server = server;
        this.again = again;
        this.others = others;
    }

    /// Reads the kubeconfig, or the service account of our Pod when neither is given.
    ///
    /// @param kubeconfig a path, empty when not given
    /// @param master     URL of the API server, wins over the kubeconfig's; empty when not given
    public static KubeConnection open(String kubeconfig, String master) {
        return open(kubeconfig, master, ApiObserver.NONE);
    }

    /// The same, with somebody who hears of each request.
    public static KubeConnection open(String kubeconfig, String master, ApiObserver observer) {
        var plugin = new PluginCredentials(Ticker.system());
        var access = new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, plugin);
        return open(() -> access.find(kubeconfig, master), plugin, kubeconfig, USER_AGENT, observer);
    }

    private static KubeConnection open(
            Supplier<Config> access,
            PluginCredentials plugin,
            String kubeconfig,
            String userAgent,
            ApiObserver observer) {
        String url = access.get().getMasterUrl().replaceAll("/+$", "");
        var http = new RotatingHttp(
                access,
                config -> AccessFiles.of(config, kubeconfig),
                config -> client(config, kubeconfig, userAgent),
                plugin,
                Ticker.system());
        var transport = new FabricTransport(url, http, Ticker.system());
        var server = ApiServer.observed(url, transport, Ticker.system(), Pause.system(), observer);
        return new KubeConnection(
                http,
                server,
                () -> open(access, plugin, kubeconfig, USER_AGENT + "/" + LEADER_ELECTION, observer),
                new CopyOnWriteArrayList<>());
    }

    /// The same connection, over which requests are sent no faster than that; those of the election are not held back.
    /// Closing one closes both.
    public KubeConnection pacedBy(RequestPace pace) {
        return new KubeConnection(http, server.pacedBy(pace), again, others);
    }

    /// One more to the same place, for the election: its requests wait behind no others, and the API server's log tells
    /// them apart. Closed with this one.
    ///
    /// Rule from: kubernetes, the controller managers' client for leader election.
    KubeConnection forLeaderElection() {
        KubeConnection other = again.get();
        others.add(other);
        return other;
    }

    private static HttpClient client(Config config, String kubeconfig, String userAgent) {
        config.setUserAgent(userAgent);
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setHttp2Disable(true);
        // ApiServer repeats requests: the library would not wait as long as the server asks for.
        config.setRequestRetryBackoffLimit(0);
        try {
            HttpClient.Builder builder = new JdkHttpClientFactory().newBuilder(config);
            AuthorizationHeader.install(config, builder);
            return builder.build();
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

    /// Whether this process runs in a Pod, so that [#open] needs no kubeconfig.
    public static boolean isInPod() {
        return new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, new PluginCredentials(Ticker.system()))
                .hasServiceAccount();
    }

    ApiServer server() {
        return server;
    }

    /// Breaks off whatever is under way.
    @Override
    public void close() {
        others.forEach(KubeConnection::close);
        http.close();
    }
}
