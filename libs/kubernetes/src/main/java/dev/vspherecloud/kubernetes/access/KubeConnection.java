package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.RequestRateLimit;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/// A connection to one API server with one identity. Readers, watches and leader election use it.
///
/// Opening reads files and sends nothing; [#serverVersion] sends the first request. The connection uses
/// HTTP/1.1. If a server vanishes silently, only the first request on its connection times out, and then the
/// connection is closed. Over HTTP/2 the connection would stay in use, and every later request would time out
/// as well. HTTP/1.1 also has no limit of streams.
///
/// Certificates, keys and tokens that are replaced on disk are used within seconds, see [ReloadingHttpClient].
///
/// Threads: may be used from anywhere. The HTTP client's own threads are daemons.
public final class KubeConnection implements AutoCloseable {
    private static final String LEADER_ELECTION = "leader-election";

    private final ReloadingHttpClient http;
    private final ApiServer server;
    private final Supplier<KubeConnection> reopen;
    private final List<KubeConnection> opened;

    private KubeConnection(
            ReloadingHttpClient http, ApiServer server, Supplier<KubeConnection> again, List<KubeConnection> others) {
        this.http = http;
        this.server = server;
        this.reopen = again;
        this.opened = others;
    }

    /// Opens a connection with the kubeconfig, or with the Pod's service account if neither parameter is given.
    ///
    /// @param program    the name of the program, which the API server writes into its audit log and the managed
    ///                   fields of the objects that the program changes
    /// @param kubeconfig the path of the kubeconfig; empty if not given
    /// @param master     the URL of the API server, which overrides that in the kubeconfig; empty if not given
    public static KubeConnection open(String program, String kubeconfig, String master) {
        return open(program, kubeconfig, master, ApiObserver.NONE);
    }

    /// Opens a connection like [#open(String, String, String)], with an observer of each request.
    public static KubeConnection open(String program, String kubeconfig, String master, ApiObserver observer) {
        var plugin = PluginCredentials.system();
        var access = new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, plugin);
        return open(() -> access.find(kubeconfig, master), plugin, kubeconfig, program, observer);
    }

    private static KubeConnection open(
            Supplier<Access> access,
            PluginCredentials plugin,
            String kubeconfig,
            String userAgent,
            ApiObserver observer) {
        String url = access.get().url();
        var http = new ReloadingHttpClient(
                access,
                found -> AccessFiles.of(found, kubeconfig),
                ApiClient::of,
                plugin,
                System::nanoTime,
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name("api-credentials").factory()));
        var transport = new HttpTransport(url, userAgent, http, System::nanoTime);
        var server = ApiServer.withObserver(url, transport, System::nanoTime, Sleeper.system(), observer);
        return new KubeConnection(
                http,
                server,
                () -> open(access, plugin, kubeconfig, userAgent + "/" + LEADER_ELECTION, observer),
                new CopyOnWriteArrayList<>());
    }

    /// Returns the same connection with this rate limit. The requests of the leader election are not limited.
    /// Closing one of the two closes both.
    public KubeConnection rateLimitedBy(RequestRateLimit rateLimit) {
        return new KubeConnection(http, server.rateLimitedBy(rateLimit), reopen, opened);
    }

    /// Opens another connection to the same server for the leader election. Its requests do not wait behind
    /// others, and the API server's log shows a user agent of their own. It is closed together with this
    /// connection.
    ///
    /// Rule from: kubernetes, the controller managers' client for leader election.
    public KubeConnection forLeaderElection() {
        KubeConnection other = reopen.get();
        opened.add(other);
        return other;
    }

    /// Reads the API server's version, as in `v1.36.3`. Throws [KubeException] if the server cannot be used.
    public String serverVersion() {
        return identity().version();
    }

    /// The version and the clock of an API server.
    ///
    /// @param version as in `v1.36.3`
    /// @param date the clock of the server when it answered, in whole seconds; empty if it did not say
    public record ApiServerIdentity(String version, Optional<Instant> date) {}

    /// Reads version and clock with one request. Throws [KubeException] if the server cannot be used.
    public ApiServerIdentity identity() {
        ApiAnswer answer = server.expect(ApiCall.get("/version"));
        return new ApiServerIdentity(answer.json().find("gitVersion").asText(), answer.date());
    }

    /// Returns the URL of the API server.
    public String url() {
        return server.url();
    }

    /// Returns true if this process runs in a Pod, so that [#open] needs no kubeconfig.
    public static boolean isInPod() {
        return new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, PluginCredentials.system()).hasServiceAccount();
    }

    public ApiServer server() {
        return server;
    }

    /// Cancels all requests in progress and closes the connection.
    @Override
    public void close() {
        opened.forEach(KubeConnection::close);
        http.close();
    }
}
