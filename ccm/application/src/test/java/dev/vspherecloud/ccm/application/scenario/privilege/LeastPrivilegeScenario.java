package dev.vspherecloud.ccm.application.scenario.privilege;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.ccm.application.scenario.Fleet;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.wire.Request;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The program as the chart deploys it, with only the rights that the chart grants. It uses all its features: it
/// waits as a standby and becomes leader. vCenter refuses it, and it uses another password. It initialises Nodes
/// twice, deletes one, checks the rights of a client of its metrics, explains a Node, and stops.
///
/// The API server forbids none of its requests, and each right of each role is used. So if a right is removed, this
/// scenario fails.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeastPrivilegeScenario {
    /// Rights that no half minute shows, and the tests that show them.
    static final Set<String> SHOWN_ELSEWHERE = Set.of(
            // The program repeats an Event about a whole vCenter after five minutes: KubeEventsIT.
            "patch events in kube-system");

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String USER = "reader@vsphere.local";
    private static final String PASSWORD = "Right-password-1!";
    private static final String DESTROYED = "w-0";
    private static final String TAINTED = "w-1";

    /// The API server has its own role for this access.
    private static final ApiAccess CLIENT_CA_CONFIG =
            new ApiAccess("get", "", "configmaps", "kube-system", "extension-apiserver-authentication");

    private final DeployedRights deployed = new DeployedRights();
    private final Set<ApiAccess> accesses = ConcurrentHashMap.newKeySet();
    private TestBed bed;
    private VcenterSite site;
    private VcenterAccount account;
    private DeployedRun run;
    private Fleet fleet;
    private Program program;

    @BeforeAll
    void useAllFeatures() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        account = VcenterAccount.of(USER, PASSWORD);
        site.requireAccount(account);
        run = DeployedRun.on(bed, site, deployed);
        bed.apiProxy().listen(this::record);
        fleet = Fleet.create(bed, site, "w", 3);
        run.putCredentials(USER, "Wrong-password-2!");
        run.giveLeaseToAnother();
        program = run.launch().start();

        follows();
        isRefusedAndTakesAnotherPassword();
        losesAMachine();
        initialisesANodeAgain();
        reviewsAClientAndExplains();
        fleet.awaitGone(0, 1, MINUTE, program);
        await().atMost(TIMEOUT).until(() -> bed.objects().eventsOf(DESTROYED).stream()
                .anyMatch(event -> event.path("reason").asText().equals("DeletingNode")));
        assertThat(program.terminate()).isZero();
    }

    @AfterAll
    void stop() {
        try {
            RunInvariants.logIsFitToRead(program, PASSWORD);
            RunInvariants.nothingIsLeft(bed);
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

    /// The program does not rely on rights that all users of a cluster have.
    @Test
    void everyRequestIsAllowedByARightOfTheChart() {
        assertThat(accesses).contains(CLIENT_CA_CONFIG);
        assertThat(accesses)
                .filteredOn(access -> !access.equals(CLIENT_CA_CONFIG))
                .allMatch(access -> deployed.rights().stream().anyMatch(right -> right.allows(access)));
    }

    @Test
    void everyRightOfTheChartIsUsed() {
        assertThat(deployed.rights())
                .filteredOn(right -> accesses.stream().noneMatch(right::allows))
                .extracting(GrantedRight::toString)
                .containsExactlyInAnyOrderElementsOf(SHOWN_ELSEWHERE);
    }

    /// An administrator who creates the vCenter account can read why each privilege is needed.
    @Test
    void everyCallToVcenterIsOnThePageOfPrivileges() {
        assertThat(site.proxy().calls().all().names().stream()
                        .filter(name -> !name.contains(" "))
                        .distinct())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(DeployedRights.page()).contains("`" + name + "`"));
    }

    private void follows() {
        program.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
        await().atMost(TIMEOUT).until(() -> accesses.stream()
                .anyMatch(access ->
                        access.verb().equals("watch") && access.resource().equals("leases")));
        run.deleteLease();
        program.awaitLog("Became leader", TIMEOUT);
    }

    private void isRefusedAndTakesAnotherPassword() {
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() > 0);
        run.putCredentials(USER, PASSWORD);
        fleet.awaitRecorded(program);
    }

    private void losesAMachine() {
        fleet.allFallSilent();
        site.vcenter().operations().destroy(fleet.vms(0, 1));
    }

    /// The API server counts repetitions of the same Event.
    private void initialisesANodeAgain() {
        run.taint(TAINTED);
        bed.objects().awaitNode(TAINTED, TIMEOUT, NodeAssertions::isInitialised);
        await().atMost(TIMEOUT).until(() -> bed.objects().eventsOf(TAINTED).stream()
                .anyMatch(event -> event.path("count").asInt() > 1));
    }

    private void reviewsAClientAndExplains() {
        assertThat(run.requestMetrics()).isEqualTo(403);
        CommandRun explanation = run.explain(TAINTED);
        assertThat(explanation.exitCode()).as(explanation.log()).isZero();
    }

    private void record(String name, Request request) {
        ApiAccess.of(request).ifPresent(accesses::add);
    }
}
