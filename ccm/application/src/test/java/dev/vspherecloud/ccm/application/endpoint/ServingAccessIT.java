package dev.vspherecloud.ccm.application.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.Response;
import dev.vspherecloud.serving.ServingObserver;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.RequestAttributes;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.wire.ReservedPort;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which client may read which page, with a real API server that answers the reviews.
class ServingAccessIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Supervisor SUPERVISOR = Supervisor.system(SupervisorObserver.NONE);
    private static final List<String> PAGES = List.of(
            "/healthz",
            "/livez",
            "/readyz",
            "/metrics",
            "/metrics/slis",
            "/configz",
            "/statusz",
            "/flagz",
            "/debug/threads",
            "/debug/flags/v",
            "/nowhere");

    private static final String PROBES_ONLY = "200 200 200 403 403 403 403 403 403 403 403";
    private static final String METRICS = "200 200 200 200 200 403 403 403 403 403 403";
    private static final String ALL = "200 200 200 200 200 200 200 200 200 200 200";
    private static final String UNAUTHENTICATED = "200 200 200 401 401 401 401 401 401 401 401";
    private static final String UNDECIDED = "200 200 200 500 500 500 500 500 500 500 500";

    /// A user of `system:masters` may request everything: one path accepts only PUT, and one does not exist.
    private static final String ALL_OF_ADMIN = "200 200 200 200 200 200 200 200 200 405 404";

    private static final KubeUser CHART = KubeUser.named("chart");
    private static final KubeUser GO_MANIFEST = KubeUser.named("go-manifest");
    private static final KubeUser POWERLESS = KubeUser.named("powerless");

    private static AccessCluster cluster;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        cluster = AccessCluster.start(CHART, GO_MANIFEST, POWERLESS);
        cluster.allowReviews(CHART.name());
        cluster.allowLookup(CHART.name());
        cluster.allowLookup(GO_MANIFEST.name());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    @Conforms("I17 I18 I19")
    void eachClientSeesThePagesThatItMay() {
        assertThat(statusesOverHttps())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("nothing", PROBES_ONLY),
                        Map.entry("a bad token", UNAUTHENTICATED),
                        Map.entry("a token without the right", PROBES_ONLY),
                        Map.entry("a token with the right", METRICS),
                        Map.entry("a client certificate without the right", PROBES_ONLY),
                        Map.entry("a client certificate with the right", METRICS),
                        Map.entry("a client certificate of system:masters", ALL_OF_ADMIN),
                        Map.entry("a certificate of another CA", UNAUTHENTICATED),
                        Map.entry("a front proxy for a user with the right", METRICS),
                        Map.entry("a front proxy for a user without the right", PROBES_ONLY),
                        Map.entry("a front proxy with another name", UNAUTHENTICATED),
                        Map.entry("the headers of a front proxy alone", PROBES_ONLY)));
    }

    private Map<String, String> statusesOverHttps() {
        try (var port = ReservedPort.any()) {
            return statusesOverHttps(port.number());
        }
    }

    private Map<String, String> statusesOverHttps(int port) {
        Options options = options(CHART, "--bind-address=127.0.0.1", "--secure-port=" + port);
        Map<String, Handler> metrics = Map.of("/metrics", _ -> Response.text("up 1\n"));
        try (KubeConnection connection = connection(CHART);
                ServingAccess accessFilter = open(options, connection);
                var _ = ServingEndpoint.open(
                        options, accessFilter, new ProcessHealth(), metrics, SUPERVISOR, ServingObserver.NONE)) {
            awaitLookup(accessFilter);
            return statusesByCredentials((headers, shown) -> overHttps(port, headers, shown));
        }
    }

    private static String overHttps(int port, Map<String, List<String>> headers, ServerIdentity... shown) {
        try (var client = PortClient.of(port, headers, Stream.of(shown).findFirst())) {
            return PAGES.stream()
                    .map(page -> Integer.toString(client.status(page)))
                    .collect(Collectors.joining(" "));
        }
    }

    @Test
    @Conforms("I20 I21")
    void withTheRightsOfTheGoManifestTokensAreNotAccepted() {
        try (KubeConnection connection = connection(GO_MANIFEST);
                ServingAccess accessFilter = open(options(GO_MANIFEST), connection)) {
            awaitLookup(accessFilter);

            assertThat(statusesByCredentials((headers, shown) -> statuses(accessFilter, headers, shown)))
                    .containsEntry("nothing", UNDECIDED)
                    .containsEntry("a token with the right", UNAUTHENTICATED)
                    .containsEntry("a client certificate with the right", UNDECIDED)
                    .containsEntry("a client certificate of system:masters", ALL)
                    .containsEntry("a front proxy with another name", UNAUTHENTICATED);
        }
    }

    @Test
    void withoutTheRightToReadClientCasCertificatesAreNotAccepted() {
        try (KubeConnection connection = connection(POWERLESS);
                ServingAccess accessFilter = open(options(POWERLESS), connection)) {
            assertThat(statuses(accessFilter, Map.of())).isEqualTo(UNDECIDED);
            assertThat(statuses(accessFilter, Map.of(), cluster.client("root", "system:masters")))
                    .isEqualTo(UNAUTHENTICATED);
        }
        try (KubeConnection connection = connection(POWERLESS);
                ServingAccess accessFilter =
                        open(options(POWERLESS, "--authentication-tolerate-lookup-failure"), connection)) {
            assertThat(statuses(accessFilter, Map.of(), cluster.client("root", "system:masters")))
                    .isEqualTo(UNDECIDED);
        }
    }

    @Test
    @Conforms("I22")
    void aPageThatTheFlagsAllowNeedsNoRight() {
        try (KubeConnection connection = connection(POWERLESS);
                ServingAccess accessFilter =
                        open(options(POWERLESS, "--authorization-always-allow-paths=/metrics*"), connection)) {
            assertThat(statuses(accessFilter, Map.of())).isEqualTo("500 500 500 200 200 500 500 500 500 500 500");
        }
    }

    @Test
    void caCertificatesInFilesNeedNoLookup() {
        try (KubeConnection connection = connection(POWERLESS);
                ServingAccess accessFilter = open(
                        options(
                                POWERLESS,
                                "--authentication-skip-lookup",
                                "--client-ca-file=" + write("clients.pem", cluster.clients()),
                                "--requestheader-client-ca-file=" + write("proxies.pem", cluster.proxies())),
                        connection)) {
            assertThat(statuses(accessFilter, Map.of(), cluster.client("root", "system:masters")))
                    .isEqualTo(ALL);
            assertThat(statuses(accessFilter, cluster.onBehalfOf("root", "system:masters"), cluster.proxy("any name")))
                    .isEqualTo(ALL);
        }
    }

    @Test
    void withoutAnApiServerForReviewsOnlyTheProbesAreServed() {
        try (KubeConnection connection = connection(CHART);
                ServingAccess accessFilter = open(parsed(List.of()), connection)) {
            assertThat(statuses(accessFilter, cluster.bearing(cluster.token("prometheus"))))
                    .isEqualTo(PROBES_ONLY);
        }
    }

    /// Requests all pages and returns their status codes.
    private interface PageRequests {
        String statuses(Map<String, List<String>> headers, ServerIdentity... shown);
    }

    /// Returns the status codes, by the credentials that the client sends.
    private static Map<String, String> statusesByCredentials(PageRequests requests) {
        var proxy = cluster.proxy("front-proxy-client");
        Map<String, List<String>> root = cluster.onBehalfOf("root", "system:masters");
        Map<String, String> statuses = new LinkedHashMap<>();
        statuses.put("nothing", requests.statuses(Map.of()));
        statuses.put("a bad token", requests.statuses(cluster.bearing("abc")));
        statuses.put("a token without the right", requests.statuses(cluster.bearing(cluster.token("stranger"))));
        statuses.put("a token with the right", requests.statuses(cluster.bearing(cluster.token("prometheus"))));
        statuses.put(
                "a client certificate without the right",
                requests.statuses(Map.of(), cluster.client("stranger", "dev")));
        statuses.put("a client certificate with the right", requests.statuses(Map.of(), cluster.client("prometheus")));
        statuses.put(
                "a client certificate of system:masters",
                requests.statuses(Map.of(), cluster.client("root", "system:masters")));
        statuses.put("a certificate of another CA", requests.statuses(Map.of(), foreignCertificate()));
        statuses.put(
                "a front proxy for a user with the right", requests.statuses(cluster.onBehalfOf("prometheus"), proxy));
        statuses.put(
                "a front proxy for a user without the right",
                requests.statuses(cluster.onBehalfOf("stranger", "dev"), proxy));
        statuses.put("a front proxy with another name", requests.statuses(root, cluster.proxy("mallory")));
        statuses.put("the headers of a front proxy alone", requests.statuses(root));
        return statuses;
    }

    private static ServerIdentity foreignCertificate() {
        return ServerIdentity.forHosts("root")
                .commonName("root")
                .organisation("system:masters")
                .signedBy(ServerIdentity.certificateAuthority("kubernetes").generate())
                .generate();
    }

    private static void awaitLookup(AccessFilter accessFilter) {
        var root = cluster.client("root", "system:masters");
        await().atMost(TIMEOUT)
                .until(() -> statuses(accessFilter, Map.of(), root).equals(ALL));
    }

    private static String statuses(
            AccessFilter accessFilter, Map<String, List<String>> headers, ServerIdentity... shown) {
        var certificates = Stream.of(shown).map(ServerIdentity::certificate).toList();
        return PAGES.stream()
                .map(page -> status(accessFilter, new RequestAttributes("GET", page, headers, certificates)))
                .collect(Collectors.joining(" "));
    }

    private static String status(AccessFilter accessFilter, RequestAttributes requestAttributes) {
        try {
            return switch (accessFilter.admit(requestAttributes)) {
                case AccessDecision.Granted _ -> "200";
                case AccessDecision.Unauthenticated _ -> "401";
                case AccessDecision.Forbidden _ -> "403";
                case AccessDecision.Busy _ -> "429";
                case AccessDecision.Undecided _ -> "500";
            };
        } catch (InterruptedException e) {
            throw new AssertionError("no other thread interrupts a test", e);
        }
    }

    private static ServingAccess open(Options options, KubeConnection connection) {
        return ServingAccess.open(options, connection, ProgramMetrics.system().reviews(), SUPERVISOR);
    }

    private KubeConnection connection(KubeUser user) {
        return KubeConnection.open("test", kubeconfig(user), "");
    }

    private Options options(KubeUser user, String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--kubeconfig=" + kubeconfig(user),
                "--authentication-kubeconfig=" + kubeconfig(user),
                "--authorization-kubeconfig=" + kubeconfig(user)));
        flags.addAll(List.of(more));
        return parsed(flags);
    }

    private static Options parsed(List<String> flags) {
        List<String> all =
                Stream.concat(Stream.of("--cloud-config=/none"), flags.stream()).toList();
        return switch (CommandLine.parse(all, Map.of(), "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private String kubeconfig(KubeUser user) {
        return cluster.server()
                .kubeconfig()
                .as(user)
                .write(folder.resolve(user.name()))
                .toString();
    }

    private Path write(String name, ServerIdentity ca) {
        try {
            return Files.writeString(folder.resolve(name), ca.certificatePem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
