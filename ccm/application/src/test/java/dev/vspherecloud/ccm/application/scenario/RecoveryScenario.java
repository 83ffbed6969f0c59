package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.CallLog;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// After any failure of a session, a collector, the network or vCenter, the next change still arrives, and no Node
/// is changed wrongly.
///
/// Each fault comes during work: the program watches 30 Nodes and more, and others were just created.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int NEW_AT_A_TIME = 3;
    private static final String SECRET = "vcenter";
    private static final String ROTATED = "Rotated-1!";

    private final List<String> vms = new ArrayList<>();
    private TestBed bed;
    private VcenterSite site;
    private Program program;
    private int changed;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        putSecret(site.vcenter().password());
        createNodes(30);
        program = bed.runWith(config());
        awaitInitialised();
    }

    @AfterAll
    void stop() {
        try {
            assertThat(program.terminate()).isZero();
            assertThat(site.vcenter().sessions().soap()).isEmpty();
            assertThat(site.vcenter().sessions().rest()).isEmpty();
        } finally {
            bed.close();
        }
    }

    @AfterEach
    void nothingIsWrong() {
        site.vcenter().changePassword(site.vcenter().password());
        putSecret(site.vcenter().password());
        RunInvariants.forgetLogins(bed);
        awaitInitialised().forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
        RunInvariants.requestsConform(site);
        RunInvariants.logIsFitToRead(program, site.vcenter().password());
    }

    @Test
    void aDroppedSessionCostsOneLogin() {
        Calls calls = recoversFrom(() -> site.vcenter().terminateSessions());

        assertThat(calls.count("Login")).isEqualTo(1);
    }

    @Test
    void aLostCollectorCostsNoLogin() {
        Calls calls = recoversFrom(() -> site.vcenter().destroyCollectors());

        assertThat(calls.count("Login")).isZero();
    }

    @Test
    void aVersionThatTheCollectorForgotCostsNoLogin() {
        Calls calls = recoversFrom(() -> {
            site.proxy()
                    .add(Rule.on("WaitForUpdatesEx")
                            .times(1)
                            .then(Fault.soapFault("InvalidCollectorVersion", "The version is unknown.")));
            site.proxy().cutConnections();
        });

        assertThat(calls.count("Login")).isZero();
    }

    @Test
    void aCutConnectionCostsNoLogin() {
        Calls calls = recoversFrom(() -> site.proxy().cutConnections());

        assertThat(calls.count("Login")).isZero();
    }

    @Test
    void aNetworkThatIsAwayForSecondsCostsNoLogin() {
        Calls calls = recoversFrom(() -> {
            site.proxy().cutAll();
            program.awaitLog("Cannot read vCenter", EventTimeout.LIMIT);
            elapse(Duration.ofSeconds(3));
            site.proxy().restore();
        });

        assertThat(calls.count("Login")).isZero();
    }

    @Test
    void aRestartedVcenterCostsOneLogin() {
        Calls calls = recoversFrom(() -> site.vcenter().restart());

        assertThat(calls.count("Login")).isEqualTo(1);
    }

    @Test
    void referencesThatNameOtherVmsAreNotUsed() {
        Calls calls = recoversFrom(() -> reissue(0, 1));

        assertThat(calls.count("Login")).isEqualTo(1);
        assertThat(calls.count("FindAllByUuid")).isPositive();
        recordsName(0, 1);
    }

    @Test
    void recordsThatNameOtherVmsAreNotUsedAfterARestart() {
        assertThat(program.terminate()).isZero();
        long mark = apiCalls().mark();
        reissue(2, 3);

        program = bed.runWith(config());
        recordsName(2, 3);

        assertThat(apiCalls().since(mark).count("patch nodes/status")).isZero();
        nextChangeArrives();
    }

    @Test
    void aDroppedRestSessionStillLeadsToTheRightZone() {
        Topology.Inventory inventory =
                site.vcenter().add(Topology.empty().cluster("vc-a-dc", "vc-a-cluster-c", List.of("late-host")));
        TagCategory zones = site.vcenter().addCategory(TestBed.ZONE, "zone-a", "zone-b");
        site.vcenter()
                .attach(
                        zones.tag("zone-a"),
                        inventory.cluster("vc-a-dc", "vc-a-cluster-c").tagged());
        site.vcenter().sessions().rest().forEach(site.vcenter()::terminateRestSession);
        long mark = calls().mark();

        if (vms.size() % 2 == 1) {
            createNodes(1);
        }
        int n = vms.size();
        vms.add(site.vcenter()
                .addVm(site.vm("w", n).in("vc-a-dc", "vc-a-cluster-c").onHost("late-host")));
        bed.objects().createNodes(site.nodes("w", n, n + 1));

        awaitInitialised().forEach(node -> NodeAssertions.isComplete(node, site, "vc-a-region"));
        assertThat(calls().since(mark).count("Login")).isZero();
        assertThat(RunInvariants.restLogins(calls().since(mark))).isBetween(1L, 2L);
    }

    @Test
    void refusedCredentialsAreNotTriedAgainUntilTheyChange() {
        long mark = calls().mark();
        site.vcenter().changePassword(ROTATED);
        site.vcenter().terminateSessions();
        createNodes(NEW_AT_A_TIME);
        await().until(() -> calls().since(mark).count("Login") == 1);

        await().during(Duration.ofSeconds(20)).until(() -> logins(calls().since(mark)) == 1);
        putSecret(ROTATED);

        nextChangeArrives();
        awaitInitialised();
        assertThat(calls().since(mark).count("Login")).isEqualTo(2);
        RunInvariants.logIsFitToRead(program, ROTATED);
    }

    private static long logins(Calls calls) {
        return calls.count("Login") + RunInvariants.restLogins(calls);
    }

    /// Causes a fault right after some Nodes were created. Checks that the next changes arrive, that these Nodes
    /// are initialised, and that no other addresses were written.
    ///
    /// @return the calls of vCenter since the fault
    private Calls recoversFrom(Runnable fault) {
        long writes = apiCalls().mark();
        createNodes(NEW_AT_A_TIME);
        long mark = calls().mark();

        fault.run();
        nextChangeArrives();
        awaitInitialised();

        long addressWrites =
                apiCalls().since(writes).named("patch nodes/status").countWhere(call -> call.status() == 200);
        assertThat(addressWrites).isEqualTo(NEW_AT_A_TIME + 2);
        return calls().since(mark);
    }

    /// Changes the address of a VM, and changes it back.
    private void nextChangeArrives() {
        int n = 10 + changed++ % 20;
        String name = "w-" + n;
        changeAddress(n, "10.9.9." + n);
        bed.objects().awaitNode(name, EventTimeout.LIMIT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=10.9.9." + n));
        changeAddress(n, VcenterSite.address(n));
        bed.objects().awaitNode(name, EventTimeout.LIMIT, node -> NodeAssertions.addresses(node)
                .contains("InternalIP=" + VcenterSite.address(n)));
    }

    private void changeAddress(int n, String address) {
        site.vcenter().change(VmSpec.change(vms.get(n)).address(address + "/16"));
    }

    /// Restarts vCenter with the references of two VMs exchanged.
    private void reissue(int one, int other) {
        String ref = vms.get(one);
        site.vcenter().restartReissued(Map.of(ref, vms.get(other)));
        vms.set(one, vms.get(other));
        vms.set(other, ref);
    }

    private void recordsName(int... numbers) {
        for (int n : numbers) {
            bed.objects().awaitNode("w-" + n, TIMEOUT, node -> node.path("metadata")
                    .path("annotations")
                    .path("vspherecloud.dev/vm")
                    .asText()
                    .equals(vms.get(n)));
        }
    }

    private void createNodes(int count) {
        int from = vms.size();
        vms.addAll(site.addVms("w", from, from + count));
        bed.objects().createNodes(site.nodes("w", from, from + count));
    }

    private List<JsonNode> awaitInitialised() {
        return bed.objects().awaitNodes(TIMEOUT, all -> all.stream().allMatch(NodeAssertions::isInitialised));
    }

    /// Waits for this time, because there is no other event to wait for.
    private static void elapse(Duration time) {
        Stopwatch.start().await(time);
    }

    private CallLog calls() {
        return site.proxy().calls();
    }

    private CallLog apiCalls() {
        return bed.apiProxy().calls();
    }

    private void putSecret(String password) {
        bed.objects()
                .putSecret(
                        "kube-system",
                        SECRET,
                        Map.of("127.0.0.1.username", site.vcenter().username(), "127.0.0.1.password", password));
    }

    private String config() {
        return """
                vcenter:
                  vc-a:
                    server: 127.0.0.1
                    port: %d
                    secretName: %s
                    secretNamespace: kube-system
                    caFile: "%s"
                labels:
                  zone: %s
                  region: %s
                """.formatted(
                        site.proxy().port(),
                        SECRET,
                        bed.write("proxy.pem", site.proxy().identity().certificatePem()),
                        TestBed.ZONE,
                        TestBed.REGION);
    }
}
