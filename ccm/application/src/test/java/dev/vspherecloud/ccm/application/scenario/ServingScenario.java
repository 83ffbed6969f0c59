package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The HTTPS port of the packaged program: as leader, as standby, while the other servers hang, and while it stops.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServingScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final List<String> HEALTH = List.of("/healthz", "/livez", "/readyz");

    private final List<Program> programs = new ArrayList<>();
    private final TestBed bed = TestBed.start();
    private final KubeUser stranger = bed.api().account("stranger");
    private final VcenterSite site = bed.addVcenter("vc-a");

    @BeforeAll
    void fill() {
        site.addVms("w", 0, 3);
        bed.objects().createNodes(site.nodes("w", 0, 3));
    }

    @AfterAll
    void close() {
        programs.forEach(Program::close);
        bed.close();
    }

    private Program start(int port, String... flags) {
        Launch launch = bed.launch()
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .serving(port)
                .with(flags);
        Program program = launch.start();
        programs.add(program);
        return program;
    }

    private static PortClient client(int port) {
        return PortClient.of(port, Map.of(), Optional.empty());
    }

    @Test
    @Conforms("J53")
    void aLeaderAndItsStandbyAreHealthyWhileTheOtherServersHang() {
        int leading = bed.reservePort();
        int waiting = bed.reservePort();
        Program leader = start(leading, "--authorization-always-allow-paths=/*");
        leader.awaitLog("Became leader", TIMEOUT);
        Program standby = start(waiting, reviewFlag("authentication"), reviewFlag("authorization"));
        standby.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        try (PortClient atLeader = client(leading);
                PortClient atStandby = client(waiting)) {
            awaited(() -> atLeader.status("/readyz") == 200);

            isHealthy(atLeader);
            isHealthy(atStandby);
            leaderServesItsPages(atLeader);
            standbyForbidsItsPages(atStandby);
            servesPagesByRights(waiting);

            ActiveRule hanging = site.proxy().add(Rule.onAny().then(Fault.hang()));
            bed.apiProxy().cutAll();
            isHealthy(atLeader);
            isHealthy(atStandby);
            bed.apiProxy().restore();
            hanging.close();

            isNotReadyWhileItStops(leader, atLeader);
        }
        assertThat(standby.terminate()).as(standby.log()).isZero();
    }

    private static void isHealthy(PortClient client) {
        for (String page : HEALTH) {
            assertThat(client.get(page).body()).isEqualTo("ok");
        }
        assertThat(client.get("/readyz?verbose").body())
                .contains("[+]leaderElection ok\n", "[+]configuration ok\n", "[+]shutdown ok\n")
                .endsWith("readyz check passed\n");
    }

    private static void leaderServesItsPages(PortClient client) {
        assertThat(client.get("/healthz?verbose").body())
                .contains("[+]cloud-node-controller ok\n", "[+]cloud-node-lifecycle-controller ok\n");
        assertThat(client.get("/readyz/informer-sync").body()).isEqualTo("ok");
        assertThat(client.get("/metrics/slis").body()).contains("kubernetes_healthcheck{name=\"leaderElection\"");
        assertThat(client.get("/configz").body())
                .contains("cloudcontrollermanager.config.k8s.io", "\"LeaderElect\": true");
        assertThat(client.get("/flagz").body()).contains("\nleader-elect=true\n", "\nkube-api-qps=20\n");
        assertThat(client.get("/statusz").body()).contains("Paths: ", " /readyz ");
        assertThat(client.get("/debug/threads").body()).contains("vcenter-vc-a", "leader-election");
        assertThat(client.get("/debug/heap?classes").body()).contains("collector", "java.lang.String");
        assertThat(client.get("/debug/pprof/").body()).contains("/debug/threads");
        assertThat(client.send("PUT", "/debug/flags/v", "4").body())
                .isEqualTo("successfully set klog.logging.verbosity to 4");
        assertThat(client.status("/nowhere")).isEqualTo(404);
    }

    private static void standbyForbidsItsPages(PortClient client) {
        assertThat(client.get("/configz").body()).contains("\"reason\":\"Forbidden\"", "system:anonymous");
        assertThat(client.status("/healthz/leaderElection")).isEqualTo(403);
        assertThat(client.status("/nowhere")).isEqualTo(403);
    }

    /// Returns the kubeconfig flag for reviews. The program needs it because it runs in no Pod here.
    private String reviewFlag(String about) {
        return "--%s-kubeconfig=%s".formatted(about, bed.kubeconfig(bed.api().admin()));
    }

    private void servesPagesByRights(int port) {
        assertThat(statusFor("invalid", port)).isEqualTo(401);
        assertThat(statusFor(stranger.token(), port)).isEqualTo(403);
        assertThat(statusFor(bed.api().admin().token(), port)).isEqualTo(200);
    }

    private static int statusFor(String token, int port) {
        Map<String, List<String>> headers = Map.of("authorization", List.of("Bearer " + token));
        try (PortClient client = PortClient.of(port, headers, Optional.empty())) {
            return client.status("/configz");
        }
    }

    /// A vCenter that hangs delays the stop for a moment. Meanwhile the process is alive and not ready.
    private void isNotReadyWhileItStops(Program leader, PortClient client) {
        site.proxy().add(Rule.onAny().then(Fault.hang()));
        ProcessHandle.of(leader.pid()).orElseThrow().destroy();

        awaited(() -> client.status("/readyz") == 500);
        assertThat(client.get("/livez").body()).isEqualTo("ok");
        assertThat(client.get("/readyz").body()).contains("[-]shutdown failed: reason withheld\n");
        assertThat(leader.awaitExit(TIMEOUT)).as(leader.log()).isZero();
    }

    /// Retries until the condition holds, also after a refused connection.
    private static void awaited(BooleanSupplier wanted) {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20)).until(() -> isSo(wanted));
    }

    private static boolean isSo(BooleanSupplier wanted) {
        try {
            return wanted.getAsBoolean();
        } catch (UncheckedIOException _) {
            return false;
        }
    }
}
