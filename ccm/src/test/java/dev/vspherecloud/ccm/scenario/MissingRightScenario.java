package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One right after the other is taken away from the program: it misses each, goes on, and is refused nothing else.
///
/// That each is used in half a minute is what [LeastPrivilegeScenario] shows; here the API server says so.
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingRightScenario {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String LEASE = "cloud-controller-manager";
    private static final String TAINT = """
            {"spec":{"taints":[{"key":"node.cloudprovider.kubernetes.io/uninitialized","value":"true",
            "effect":"NoSchedule"}]}}""";
    private static final int NODES = 30;

    /// Without one of these nobody leads, or no Node is known.
    private static final List<String> VITAL = List.of("get leases", "create leases", "update leases", "list nodes");

    private final Deployed deployed = new Deployed();
    private TestBed bed;
    private VcenterSite site;
    private Fleet fleet;
    private Launch launch;
    private Path identity;
    private Optional<Program> program = Optional.empty();
    private int victims;

    @BeforeAll
    void aClusterThatWasInitialised() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        identity = bed.kubeconfig(deployed.to(bed.objects()));
        putSecret();
        fleet = Fleet.create(bed, site, "w", NODES);
        launch = bed.launch()
                .config(bed.write("vsphere.conf", config()))
                .electing()
                .with("--kubeconfig=" + identity, "--node-monitor-period=1s");
        Program first = launch.start();
        fleet.awaitRecorded(first);
        assertThat(first.terminate()).isZero();
    }

    @AfterEach
    void theProgramEnds() {
        program.ifPresent(Program::close);
        deployed.to(bed.objects());
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    List<GrantedRight> rights() {
        return deployed.rights().stream()
                .filter(right -> !LeastPrivilegeScenario.SHOWN_ELSEWHERE.contains(right.toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rights")
    void aRightThatIsTakenAwayIsMissed(GrantedRight right) {
        deployed.takeAway(right, bed.objects());
        bed.objects().renewLease(Deployed.NAMESPACE, LEASE, "another", Instant.now());
        long mark = bed.apiProxy().calls().mark();
        Program started = launch.start();
        program = Optional.of(started);
        started.awaitLog("Standing by", SOON);
        bed.objects().deleteLease(Deployed.NAMESPACE, LEASE);
        Conduct.forgetLogins(bed);

        doAll();

        await().atMost(MINUTE).untilAsserted(() -> assertThat(refused(mark).names())
                .as(started.log())
                .isNotEmpty()
                .containsOnly(right.call()));
        assertThat(started.isAlive() || VITAL.contains(right.call())).isTrue();
    }

    /// What makes a program of all rights use all of them.
    private void doAll() {
        int n = victims++;
        fleet.grow(1);
        bed.objects().patchNode(fleet.name(NODES - 1), TAINT);
        fleet.fallsSilent(n);
        site.vcenter().operations().destroy(List.of(fleet.vm(n)));
        putSecret();
        bed.launch()
                .command(
                        "explain",
                        "node",
                        fleet.name(NODES - 1),
                        "--kubeconfig=" + identity,
                        "--cloud-config=" + bed.folder().resolve("vsphere.conf"))
                .awaitExit(SOON);
    }

    private Calls refused(long mark) {
        return bed.apiProxy().calls().since(mark).where(call -> call.status() == 403);
    }

    private String config() {
        return "vcenter:\n"
                + site.entry("secretName: " + Deployed.SECRET, "secretNamespace: " + Deployed.NAMESPACE, site.trust())
                + TestBed.labels();
    }

    private void putSecret() {
        bed.objects()
                .putSecret(
                        Deployed.NAMESPACE,
                        Deployed.SECRET,
                        Map.of(
                                "127.0.0.1.username", site.vcenter().username(),
                                "127.0.0.1.password", site.vcenter().password()));
    }
}
