package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A real kube-apiserver with its own etcd: RBAC on, static tokens, no controllers and no kubelets.
///
/// Difference from a cluster: the admission plugins that need a controller are off. So a Node has only the taints of
/// its test, and Pods need no service account.
///
/// Threads: one thread starts, restarts and closes it; any thread may use the objects that it returns. Any thread may
/// call [#shared].
public final class KubeApiServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final String SERVICE_ACCOUNT_KEY = "service-accounts.key";

    /// The collections that the programs under test watch.
    private static final List<String> WATCHED = List.of(
            "/api/v1/configmaps",
            "/api/v1/nodes",
            "/api/v1/persistentvolumeclaims",
            "/api/v1/persistentvolumes",
            "/api/v1/pods",
            "/api/v1/secrets",
            "/api/v1/services",
            "/apis/coordination.k8s.io/v1/leases",
            "/apis/storage.k8s.io/v1/csinodes",
            "/apis/storage.k8s.io/v1/storageclasses",
            "/apis/storage.k8s.io/v1/volumeattachments");

    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-node-lease");
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";

    /// The most servers that wait for another test. Each uses some percent of a core and 300 MB while it waits.
    private static final int MAX_IDLE = 2;

    /// Shared servers that were closed and can be used again.
    private static final Deque<KubeApiServer> IDLE = new ConcurrentLinkedDeque<>();

    private final List<String> command;
    private final EtcdServer etcd;
    private final WorkFolder folder;
    private final ReservedPort port;
    private final KubeUser admin;

    private ServerProcess process;
    private KubeObjects objects;
    private Optional<StartingState> startingState = Optional.empty();

    private KubeApiServer(List<String> command, EtcdServer etcd, WorkFolder folder, ReservedPort port, KubeUser admin) {
        this.command = command;
        this.etcd = etcd;
        this.folder = folder;
        this.port = port;
        this.admin = admin;
        this.process = launch();
        try {
            this.objects = awaitReady();
        } catch (ServerException e) {
            process.kill();
            folder.deleteIf(PortRace.isPortTaken(e));
            port.close();
            throw e;
        }
    }

    /// Starts etcd and the API server on reserved ports of the loopback interface. Both are ready, and the namespaces
    /// `default`, `kube-system` and `kube-node-lease` exist, when this method returns.
    ///
    /// @param users users besides [#admin]
    public static KubeApiServer start(KubeUser... users) {
        return start(KubeRelease.PINNED, users);
    }

    /// The same, with this release.
    public static KubeApiServer start(KubeRelease release, KubeUser... users) {
        return start(release, ReservedPort::any, _ -> List.of(), users);
    }

    /// Like [#start] without users, but an earlier test of this JVM may have used the server. The objects of
    /// that test are deleted. This saves the start, which takes more than two seconds of a core; most tests
    /// need only an empty API server.
    ///
    /// When it is closed, another test can use it again. Exceptions: it was paused or ended, a test used its
    /// etcd, one of its own objects was changed, or enough others wait. It ends with this JVM.
    public static KubeApiServer shared() {
        KubeApiServer idle = IDLE.poll();
        if (idle != null) {
            return idle;
        }
        KubeApiServer server = start();
        server.startingState = Optional.of(StartingState.of(server.etcd.url()));
        return server;
    }

    /// Like [#start], and the server accepts client certificates, as the servers of clusters do. It publishes the CA
    /// certificates in the ConfigMap `kube-system/extension-apiserver-authentication`.
    ///
    /// @param clientsPem CA certificates for clients
    /// @param proxiesPem CA certificates for the front proxy, whose name is `front-proxy-client`
    public static KubeApiServer startTrusting(String clientsPem, String proxiesPem, KubeUser... users) {
        return start(
                KubeRelease.PINNED,
                ReservedPort::any,
                folder -> List.of(
                        "--client-ca-file=" + folder.write("clients.pem", clientsPem),
                        "--requestheader-client-ca-file=" + folder.write("proxies.pem", proxiesPem),
                        "--requestheader-allowed-names=front-proxy-client",
                        "--requestheader-username-headers=X-Remote-User",
                        "--requestheader-group-headers=X-Remote-Group",
                        "--requestheader-extra-headers-prefix=X-Remote-Extra-"),
                users);
    }

    /// @param ports supplies the next port to try
    static KubeApiServer start(Supplier<ReservedPort> ports) {
        return start(KubeRelease.PINNED, ports, _ -> List.of());
    }

    private static KubeApiServer start(
            KubeRelease release,
            Supplier<ReservedPort> ports,
            Function<WorkFolder, List<String>> trust,
            KubeUser... users) {
        Path program = ServerBinaries.locate().kubeApiServer(release);
        var etcd = EtcdServer.start();
        try {
            return PortRace.start(() -> attempt(program, etcd, ports.get(), trust, List.of(users)));
        } catch (ServerException e) {
            etcd.close();
            throw e;
        }
    }

    private static KubeApiServer attempt(
            Path program,
            EtcdServer etcd,
            ReservedPort port,
            Function<WorkFolder, List<String>> trust,
            List<KubeUser> users) {
        var folder = WorkFolder.create("kube-apiserver");
        var admin = KubeUser.admin();
        var tokens = Stream.concat(Stream.of(admin), users.stream())
                .map(KubeUser::line)
                .collect(Collectors.joining("\n"));
        folder.write("tokens.csv", tokens + "\n");
        var key = Pem.newRsaKey();
        folder.write(SERVICE_ACCOUNT_KEY, Pem.of("PRIVATE KEY", key.getPrivate().getEncoded()));
        folder.write(
                "service-accounts.pub", Pem.of("PUBLIC KEY", key.getPublic().getEncoded()));
        var command = Stream.of(usualCommand(program, etcd, folder, port.number()), trust.apply(folder))
                .flatMap(List::stream)
                .toList();
        return new KubeApiServer(command, etcd, folder, port, admin);
    }

    private ServerProcess launch() {
        return ServerProcess.start("kube-apiserver", folder, command, Map.of("GOGC", "60"));
    }

    private static List<String> usualCommand(Path program, EtcdServer etcd, WorkFolder folder, int port) {
        return List.of(
                program.toString(),
                "--etcd-servers=" + etcd.url(),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + folder.resolve("certificates"),
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--authorization-mode=RBAC",
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-signing-key-file=" + folder.resolve(SERVICE_ACCOUNT_KEY),
                "--service-account-key-file=" + folder.resolve("service-accounts.pub"),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--endpoint-reconciler-type=none",
                "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
                "--profiling=false");
    }

    private KubeObjects awaitReady() {
        // The server writes its certificate first, which the test trusts from here on, and then the key. So if the key
        // exists, the certificate is complete.
        var key = folder.resolve("certificates").resolve("apiserver.key").toFile();
        process.awaitReady(START, key::exists);
        var made = objectsAs(admin);
        process.awaitReady(START, () -> made.isReady() && NAMESPACES.stream().allMatch(made::hasNamespace));
        return made;
    }

    public URI url() {
        return URI.create("https://127.0.0.1:" + port());
    }

    public int port() {
        return port.number();
    }

    /// The URL of its etcd, for tests that read or write behind the API server.
    public URI etcdUrl() {
        excludeFromReuse();
        return etcd.url();
    }

    /// The administrator, who has all rights.
    public KubeUser admin() {
        return admin;
    }

    /// Creates a user without rights: a ServiceAccount in the namespace `default`. A shared server can have such
    /// users, while the users of [#start] must be known before the start.
    public KubeUser account(String name) {
        objects.create(
                "/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
        return objects.serviceAccount("default", name);
    }

    /// The server's self-signed certificate, for `127.0.0.1` and `localhost`.
    public String certificatePem() {
        return folder.read("certificates/apiserver.crt");
    }

    /// The private key that signs the tokens of ServiceAccounts. A kube-controller-manager needs it.
    public String serviceAccountKeyPem() {
        return folder.read(SERVICE_ACCOUNT_KEY);
    }

    /// The kubeconfig of the administrator, with a direct connection to this server.
    public Kubeconfig kubeconfig() {
        return new Kubeconfig(url(), admin, Optional.of(certificatePem()));
    }

    /// Reads and writes the objects of the cluster as the administrator.
    public KubeObjects objects() {
        return objects;
    }

    /// Reads and writes the objects of the cluster as this user; the caller closes it.
    public KubeObjects objectsAs(KubeUser user) {
        var authorization = Map.of("Authorization", "Bearer " + user.token());
        return new KubeObjects(
                url(), LocalHttp.tls(Pem.trusting(certificatePem()), authorization, Duration.ofSeconds(20)));
    }

    /// Makes the server hang until [#resume]: it accepts connections and never responds.
    public void pause() {
        excludeFromReuse();
        process.pause();
    }

    public void resume() {
        process.resume();
    }

    /// Kills the server, as a crash does; etcd keeps its content.
    public void kill() {
        excludeFromReuse();
        process.kill();
    }

    /// Starts the server again on its port, with the content of etcd.
    public void restart() {
        excludeFromReuse();
        process.kill();
        objects.close();
        process = launch();
        objects = awaitReady();
    }

    /// Excludes the server from further use by other tests.
    private void excludeFromReuse() {
        startingState = Optional.empty();
    }

    @Override
    public void close() {
        if (IDLE.size() < MAX_IDLE && isReset()) {
            IDLE.push(this);
            return;
        }
        objects.close();
        process.kill();
        port.close();
        folder.delete();
        etcd.close();
    }

    /// Brings the server back to the state of its start.
    ///
    /// @return false if another test cannot use it
    private boolean isReset() {
        return startingState.isPresent()
                && definitionsAreGone()
                && startingState.filter(StartingState::restore).isPresent()
                && cachesAreCurrent();
    }

    /// Deletes all CustomResourceDefinitions. The API server must do this itself: it ends what it serves for a
    /// definition, with its caches, and the APIService that it made. If both were deleted in etcd, it would write
    /// the APIService again.
    private boolean definitionsAreGone() {
        List<JsonNode> definitions =
                objects.get(DEFINITIONS).path("items").valueStream().toList();
        if (definitions.isEmpty()) {
            return true;
        }
        objects.delete(DEFINITIONS);
        return Deadline.in(START)
                .await(
                        PAUSE,
                        () -> objects.get(DEFINITIONS).path("items").isEmpty()
                                && definitions.stream()
                                        .flatMap(KubeApiServer::services)
                                        .allMatch(
                                                service -> objects.find(service).isEmpty()));
    }

    private static Stream<String> services(JsonNode definition) {
        String group = definition.at("/spec/group").asText();
        return definition.at("/spec/versions").valueStream().map(version -> "%s/%s.%s"
                .formatted(SERVICES, version.path("name").asText(), group));
    }

    /// Returns true if the caches, from which the server serves lists and watches, have the objects of etcd and none
    /// of the last test.
    private boolean cachesAreCurrent() {
        return Deadline.in(START).await(PAUSE, () -> WATCHED.stream().allMatch(this::isCurrentInCache));
    }

    private boolean isCurrentInCache(String path) {
        return names(path + "?resourceVersion=0").equals(names(path));
    }

    private Set<String> names(String path) {
        return objects.get(path)
                .path("items")
                .valueStream()
                .map(item -> item.at("/metadata/namespace").asText() + "/"
                        + item.at("/metadata/name").asText())
                .collect(Collectors.toSet());
    }
}
