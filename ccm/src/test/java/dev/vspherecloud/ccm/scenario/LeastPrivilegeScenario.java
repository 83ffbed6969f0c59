package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.wire.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The program as the chart deploys it, with the rights that the chart grants and no others, through all it does:
/// it stands by and follows, is refused by vCenter and takes another password, finishes Nodes twice, deletes one,
/// shows its metrics to who may see them, explains a Node, and leaves.
///
/// Nothing is forbidden to it, and it has done nothing less than it may: each right of each role was used. So
/// whoever takes one away takes away something that this scenario sees.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeastPrivilegeScenario {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String LEASE = "cloud-controller-manager";
    private static final String USER = "reader@vsphere.local";
    private static final String PASSWORD = "Right-password-1!";
    private static final String DESTROYED = "w-0";
    private static final String TAINTED = "w-1";

    /// What no half minute shows, and what does.
    static final Set<String> SHOWN_ELSEWHERE = Set.of(
            // What concerns a whole vCenter is said again after five minutes: KubeEventsIT.
            "patch events in kube-system");

    private final Deployed deployed = new Deployed();
    private final Set<ApiAccess> accesses = ConcurrentHashMap.newKeySet();
    private TestBed bed;
    private VcenterSite site;
    private VcenterAccount account;
    private Program program;

    @BeforeAll
    void theProgramDoesAllItDoes() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        account = VcenterAccount.of(USER, PASSWORD);
        site.guardedBy(account);
        Path identity = bed.kubeconfig(deployed.to(bed.objects()));
        bed.apiProxy().listen(this::hear);
        Fleet fleet = Fleet.create(bed, site, "w", 3);
        put("Wrong-password-2!");
        bed.objects().renewLease(Deployed.NAMESPACE, LEASE, "another", Instant.now());
        program = bed.launch()
                .config(bed.write("vsphere.conf", config()))
                .electing()
                .with("--kubeconfig=" + identity, "--node-monitor-period=1s")
                .start();

        follows();
        isRefusedAndTakesAnotherPassword(fleet);
        finishesANodeAgain();
        deletesANode(fleet);
        explains(identity);
        assertThat(program.terminate()).isZero();
    }

    @AfterAll
    void stop() {
        try {
            Conduct.logIsFitToRead(program, PASSWORD);
            Conduct.nothingIsLeft(bed);
        } finally {
            bed.close();
        }
    }

    @Test
    void nothingIsForbidden() {
        assertThat(bed.apiProxy()
                        .calls()
                        .all()
                        .where(call -> call.status() == 401 || call.status() == 403)
                        .names())
                .isEmpty();
        assertThat(program.log().lines().filter(line -> line.toLowerCase(Locale.ROOT)
                        .contains("forbidden")))
                .isEmpty();
    }

    /// No right that all users of a cluster have is leant upon.
    @Test
    void everyRequestIsAllowedByARightOfTheChart() {
        assertThat(accesses)
                .filteredOn(access -> !isOfTheClusterItself(access))
                .allMatch(access -> deployed.rights().stream().anyMatch(right -> right.allows(access)));
    }

    @Test
    void everyRightOfTheChartIsUsed() {
        assertThat(deployed.rights())
                .filteredOn(right -> accesses.stream().noneMatch(right::allows))
                .extracting(GrantedRight::toString)
                .containsExactlyInAnyOrderElementsOf(SHOWN_ELSEWHERE);
    }

    private void follows() {
        program.awaitLog("Standing by", SOON);
        await().atMost(SOON).until(() -> accesses.stream()
                .anyMatch(access ->
                        access.verb().equals("watch") && access.resource().equals("leases")));
        bed.objects().deleteLease(Deployed.NAMESPACE, LEASE);
        program.awaitLog("Became leader", SOON);
    }

    private void isRefusedAndTakesAnotherPassword(Fleet fleet) {
        await().atMost(SOON).until(() -> account.attempts().refused().count() > 0);
        put(PASSWORD);
        fleet.awaitRecorded(program);
    }

    /// As a kubelet that registers anew makes it: the same Event again is counted.
    private void finishesANodeAgain() {
        bed.objects().patchNode(TAINTED, """
                {"spec":{"taints":[{"key":"node.cloudprovider.kubernetes.io/uninitialized","value":"true",
                "effect":"NoSchedule"}]}}""");
        bed.objects().awaitNode(TAINTED, SOON, Expect::isInitialised);
        await().atMost(SOON).until(() -> bed.objects().eventsOf(TAINTED).stream()
                .anyMatch(event -> event.path("count").asInt() > 1));
    }

    private void deletesANode(Fleet fleet) {
        fleet.allFallSilent();
        site.vcenter().operations().destroy(fleet.vms(0, 1));
        fleet.awaitGone(0, 1, MINUTE, program);
        await().atMost(SOON).until(() -> bed.objects().eventsOf(DESTROYED).stream()
                .anyMatch(event -> event.path("reason").asText().equals("DeletingNode")));
    }

    /// As somebody does who has a shell in the Pod: with its account.
    private void explains(Path identity) {
        Program explanation = bed.launch()
                .command(
                        "explain",
                        "node",
                        TAINTED,
                        "--kubeconfig=" + identity,
                        "--cloud-config=" + bed.folder().resolve("vsphere.conf"));
        assertThat(explanation.awaitExit(SOON)).as(explanation.log()).isZero();
    }

    private String config() {
        return "vcenter:\n"
                + site.entry("secretName: " + Deployed.SECRET, "secretNamespace: " + Deployed.NAMESPACE, site.trust())
                + TestBed.labels();
    }

    private void put(String password) {
        bed.objects()
                .putSecret(
                        Deployed.NAMESPACE,
                        Deployed.SECRET,
                        Map.of("127.0.0.1.username", USER, "127.0.0.1.password", password));
    }

    private void hear(String name, Request request) {
        ApiAccess.of(request).ifPresent(accesses::add);
    }

    /// The ConfigMap of the API server, which its own role shows.
    private static boolean isOfTheClusterItself(ApiAccess access) {
        return access.equals(
                new ApiAccess("get", "", "configmaps", "kube-system", "extension-apiserver-authentication"));
    }
}
