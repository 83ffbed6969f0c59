package dev.vspherecloud.ccm.application.loadbalancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.application.endpoint.ProcessHealth;
import dev.vspherecloud.ccm.application.endpoint.ServingAccess;
import dev.vspherecloud.ccm.application.endpoint.ServingEndpoint;
import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.leader.CloudNodeController;
import dev.vspherecloud.ccm.application.leader.CloudNodeLifecycleController;
import dev.vspherecloud.ccm.application.leader.ControllerFactory;
import dev.vspherecloud.ccm.application.leader.ControllerLeases;
import dev.vspherecloud.ccm.application.leader.ControllerManager;
import dev.vspherecloud.ccm.application.leader.ProcessContext;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.scenario.LeaseHolder;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.NodesUnderTest;
import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.ccm.application.status.RecentChanges;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Runs the program with a third controller, which only this package contains, under the Lease of the other two.
class ThirdControllerIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String SERVICES = "/api/v1/namespaces/default/services";
    private static final List<ControllerFactory> BUILT_IN =
            List.of(CloudNodeController::new, CloudNodeLifecycleController::new);
    private static final ServiceName SHOP = new ServiceName("default", "shop");

    private final LoadBalancerController third = new LoadBalancerController();
    private final ProgramMetrics metrics = ProgramMetrics.system();
    private final Supervisor supervisor = Supervisor.system(metrics.threads());
    private final ProcessHealth health = new ProcessHealth();
    private TestBed bed;
    private Options options;
    private NodesUnderTest nodes;
    private KubeConnection connection;
    private ServingAccess access;
    private ServingEndpoint port;
    private PortClient client;
    private ControllerManager manager;
    private CompletableFuture<Integer> exitCode;

    @BeforeEach
    void start() {
        bed = TestBed.start();
        VcenterSite site = bed.addVcenter("vc-a");
        nodes = NodesUnderTest.create(bed, site, "a", 1);
        int number = bed.reservePort();
        options = options(number);
        connection = KubeConnection.open("test", kubeconfig(options), "", metrics.api());
        access = ServingAccess.open(options, connection, metrics.reviews(), supervisor);
        port = ServingEndpoint.open(
                options, access, health, Map.of("/metrics", metrics.page()), supervisor, metrics.port());
        client = PortClient.of(number, Map.of(), Optional.empty());
        manager = new ControllerManager(
                new ProcessContext(options, connection, metrics, new RecentChanges(InstantSource.system()), supervisor),
                ControllerLeases.of(options.controllers(), Optional.empty()),
                Stream.concat(BUILT_IN.stream(), Stream.<ControllerFactory>of(third::make))
                        .toList(),
                config(options),
                health);
        exitCode = CompletableFuture.supplyAsync(this::run, Thread.ofPlatform()::start);
    }

    @AfterEach
    void close() {
        manager.stop();
        exitCode.join();
        client.close();
        port.close();
        access.close();
        connection.close();
        bed.close();
    }

    @Test
    void runsRetriesPostsEventsReportsItsHealthAndStops() throws Exception {
        third.failOnce("shop");
        create("shop", "LoadBalancer");
        create("quiet", "ClusterIP");

        // The reflector enqueues it, it is retried after a failure, and it posts its own reason on its own kind.
        JsonNode event = await().atMost(TIMEOUT)
                .until(this::events, list -> !list.isEmpty())
                .getFirst();
        assertThat(event.at("/reason").asText()).isEqualTo("LoadBalancerNotProvided");
        assertThat(event.at("/type").asText()).isEqualTo("Warning");
        assertThat(event.at("/message").asText()).isEqualTo("Service default/shop waits for ever");
        assertThat(event.at("/involvedObject/name").asText()).isEqualTo("shop");
        assertThat(event.at("/involvedObject/uid").asText())
                .isEqualTo(bed.objects()
                        .get(SERVICES + "/shop")
                        .at("/metadata/uid")
                        .asText());
        assertThat(metric("workqueue_retries_total", "name=\"LoadBalancers\"")).isEqualTo("1.0");
        assertThat(metric("running_managed_controllers", "name=\"service\"")).isEqualTo("1.0");
        await().atMost(TIMEOUT).until(() -> third.hasReconciled(new ServiceName("default", "quiet")));
        assertThat(events()).hasSize(1);

        // The other controllers work at the same time, and a new configuration makes it reconcile everything again.
        bed.objects().awaitNode(nodes.name(0), TIMEOUT, NodeAssertions::isInitialised);
        third.forgetReconciled();
        manager.reconfigure(config(options));
        await().atMost(TIMEOUT).until(() -> third.hasReconciled(SHOP));

        // The process reports its health.
        assertThat(live().statusCode()).isEqualTo(200);
        assertThat(live().body()).contains("[+]service-lb-controller ok");
        third.endThread();
        await().atMost(TIMEOUT).until(() -> live().statusCode() == 500);
        assertThat(live().body()).contains("[-]service-lb-controller failed").contains("[+]cloud-node-controller ok");

        // It stops with the others, before the Lease is released.
        manager.stop();
        assertThat(exitCode.get(EventTimeout.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .isZero();
        assertThat(LeaseHolder.of(bed).identity()).isEmpty();
        assertThat(metric("running_managed_controllers", "name=\"service\"")).isEqualTo("0.0");
        await().atMost(TIMEOUT).until(() -> third.threads() == 0);
        assertThat(events()).hasSize(1);
    }

    private int run() {
        try {
            return manager.run();
        } catch (InterruptedException e) {
            throw new AssertionError("no other thread interrupts it", e);
        }
    }

    private Options options(int number) {
        List<String> flags = Stream.concat(
                        bed.flags(bed.config()).stream(),
                        Stream.of(
                                "--secure-port=" + number,
                                "--authorization-always-allow-paths=/livez,/metrics",
                                "--leader-elect=true",
                                "--leader-elect-lease-duration=4s",
                                "--leader-elect-renew-deadline=3s",
                                "--leader-elect-retry-period=1s"))
                .toList();
        return switch (CommandLine.parse(flags, Map.of(), "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private static String kubeconfig(Options options) {
        return options.apiServer().kubeconfig().map(Path::toString).orElseThrow();
    }

    private static CloudConfig config(Options options) {
        return switch (ConfigReader.read(options.config().file(), Map.of())) {
            case ConfigResult.Accepted accepted -> accepted.config();
            case ConfigResult.Rejected rejected -> throw new AssertionError(rejected);
        };
    }

    private void create(String name, String type) {
        bed.objects().create(SERVICES, """
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "%s"},
                 "spec": {"type": "%s", "ports": [{"port": 80}]}}
                """.formatted(name, type));
    }

    /// Returns the Events of this controller. The API server posts Events about Services, too.
    private List<JsonNode> events() {
        return bed.objects()
                .get("/api/v1/namespaces/default/events?fieldSelector=involvedObject.kind%3DService")
                .at("/items")
                .valueStream()
                .filter(event -> event.at("/source/component").asText().equals(LoadBalancerController.NAME))
                .toList();
    }

    private HttpResponse<String> live() {
        return client.get("/livez?verbose");
    }

    /// Returns the value of the series with this label.
    private String metric(String name, String label) {
        return client.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") && line.contains(label))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("");
    }
}
