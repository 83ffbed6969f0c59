package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiObserver;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.RequestRateLimit;
import dev.vspherecloud.reconcile.Sleeper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/// Where the API server is and who we are. Everything of this library works over one of these.
///
/// Opening reads files and contacts nobody; [#serverVersion] does. HTTP/1.1 is spoken: a connection whose server
/// vanished without a word ends with the first request that times out on it, where over HTTP/2 it would stay in use
/// and let every later request time out as well; and there is no limit of streams to run into.
///
/// Certificates, keys and tokens that are exchanged on disk are taken over within seconds, see [ReloadingHttpClient].
///
/// Threads: may be used from anywhere. The HTTP client's own threads are daemons.
public final class KubeConnection implements AutoCloseable {
    private static final String USER_AGENT = "vsphere-cloud-controller-manager";
    private static final String LEADER_ELECTION = "leader-election";

    private final ReloadingHttpClient http;
    private final ApiServer server;
    private final Supplier<KubeConnection> again;
    private final List<KubeConnection> others;

    private KubeConnection(
            ReloadingHttpClient http, ApiServer server, Supplier<KubeConnection> again, List<KubeConnection> others) {
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
        var plugin = PluginCredentials.system();
        var access = new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, plugin);
        return open(() -> access.find(kubeconfig, master), plugin, kubeconfig, USER_AGENT, observer);
    }

    private static KubeConnection open(
            Supplier<Access> access,
            PluginCredentials plugin,
            String kubeconfig,
            String userAgent,
            ApiObserver observer) {
        String url = access.get().url();
        var http = new ReloadingHttpClient(
                access, found -> AccessFiles.of(found, kubeconfig), ApiClient::of, plugin, System::nanoTime);
        var transport = new HttpTransport(url, userAgent, http, System::nanoTime);
        var server = ApiServer.observed(url, transport, System::nanoTime, Sleeper.system(), observer);
        return new KubeConnection(
                http,
                server,
                () -> open(access, plugin, kubeconfig, USER_AGENT + "/" + LEADER_ELECTION, observer),
                new CopyOnWriteArrayList<>());
    }

    /// The same connection, over which requests are sent no faster than that; those of the election are not held back.
    /// Closing one closes both.
    public KubeConnection pacedBy(RequestRateLimit pace) {
        return new KubeConnection(http, server.pacedBy(pace), again, others);
    }

    /// One more to the same place, for the election: its requests wait behind no others, and the API server's log tells
    /// them apart. Closed with this one.
    ///
    /// Rule from: kubernetes, the controller managers' client for leader election.
    public KubeConnection forLeaderElection() {
        KubeConnection other = again.get();
        others.add(other);
        return other;
    }

    /// Asks the API server for its version, as in `v1.36.3`. Throws [KubeException] when it can't be used.
    public String serverVersion() {
        return server.expect(ApiCall.get("/version")).json().find("gitVersion").asText();
    }

    /// The URL that requests go to.
    public String url() {
        return server.url();
    }

    /// Whether this process runs in a Pod, so that [#open] needs no kubeconfig.
    public static boolean isInPod() {
        return new ClusterAccess(System::getenv, ClusterAccess.ACCOUNT, PluginCredentials.system()).hasServiceAccount();
    }

    public ApiServer server() {
        return server;
    }

    /// Breaks off whatever is under way.
    @Override
    public void close() {
        others.forEach(KubeConnection::close);
        http.close();
    }
}
