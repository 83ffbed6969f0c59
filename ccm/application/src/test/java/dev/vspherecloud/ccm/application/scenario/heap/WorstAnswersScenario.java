package dev.vspherecloud.ccm.application.scenario.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.PortClient;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.flood.WorstAnswer;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// As many vCenters as there are [worst answers][WorstAnswer], each of which gives one of them for ever, beside
/// a vCenter that works. All answer at the same time, which is the worst for the heap.
class WorstAnswersScenario {
    private static final String GOOD = "good";

    /// The longest wait for the good vCenter. After the start, the machine reads the largest answers of all others.
    private static final Duration LIMIT = EventTimeout.LIMIT.multipliedBy(2);

    /// These answers are no errors: the program skips elements that it did not request, and they cost nothing.
    private static final Set<String> SKIPPED = Set.of("empty-elements", "content", "login");

    private final List<WorstAnswer> answers = WorstAnswer.all();

    @Test
    void noneEndsTheProcessOrHarmsAnotherVcenter() {
        try (var bed = TestBed.start()) {
            VcenterSite good = bed.addVcenter("vc-good");
            List<String> vms = good.addVms(GOOD, 0, 3);
            bed.objects().createNodes(good.nodes(GOOD, 0, 3));
            String config = "vcenter:\n" + good.config() + lying(bed) + TestBed.labels();
            int port = bed.reservePort();
            Program program = bed.launch()
                    .config(bed.write("vsphere.conf", config))
                    .electing()
                    .serving(port)
                    .with("--authorization-always-allow-paths=/livez,/metrics")
                    .start();
            try (PortClient client = PortClient.of(port, Map.of(), Optional.empty())) {
                servesTheGoodVcenter(bed, good, program, vms.get(0), 0);
                eachAnswerHasArrived(bed, program);
                servesTheGoodVcenter(bed, good, program, vms.get(1), 1);
                assertThat(client.status("/livez")).as(program.log()).isEqualTo(200);
                eachLiarIsNamed(client);
                recovers(bed);
            }
            assertThat(program.terminate()).as(program.log()).isZero();
            assertThat(program.log()).doesNotContain("OutOfMemoryError", "StackOverflowError");
        }
    }

    /// Adds the vCenters that lie, each with a Node of its own and with an account of its own: logins without an
    /// answer stop other logins of the same account.
    private String lying(TestBed bed) {
        var config = new StringBuilder();
        var nodes = new ArrayList<NodeSpec>();
        for (WorstAnswer answer : answers) {
            VcenterSite site = bed.addVcenter(vcenter(answer));
            site.addVms(answer.name(), 0, 1);
            nodes.addAll(site.nodes(answer.name(), 0, 1));
            var account = VcenterAccount.of(answer.name() + "@vsphere.local", "password-" + answer.name());
            site.requireAccount(account);
            site.proxy().add(answer.rule());
            config.append(site.entry("user: " + account.user(), "password: " + account.password(), site.trust()));
        }
        bed.objects().createNodes(nodes);
        return config.toString();
    }

    private static void servesTheGoodVcenter(TestBed bed, VcenterSite good, Program program, String vm, int n) {
        String address = "10.9.9." + (n + 1);
        good.vcenter().change(VmSpec.change(vm).address(address + "/16"));
        await().atMost(LIMIT)
                .failFast(() -> assertThat(program.isAlive()).as(program::log).isTrue())
                .untilAsserted(
                        () -> assertThat(NodeAssertions.addresses(bed.objects().node(GOOD + "-" + n)))
                                .contains("InternalIP=" + address));
    }

    private void eachAnswerHasArrived(TestBed bed, Program program) {
        for (WorstAnswer answer : answers) {
            await(answer.name())
                    .failFast(
                            () -> assertThat(program.isAlive()).as(program::log).isTrue())
                    .until(() -> bed.vcenter(vcenter(answer))
                                    .proxy()
                                    .calls()
                                    .all()
                                    .countWhere(call -> call.name().endsWith(answer.call()) && call.status() > 0)
                            > 0);
        }
    }

    private void eachLiarIsNamed(PortClient client) {
        await().untilAsserted(() -> {
            Exposition metrics = Exposition.parse(client.get("/metrics").body());
            assertThat(answers)
                    .filteredOn(answer -> !SKIPPED.contains(answer.name()))
                    .allSatisfy(answer -> assertThat(errors(metrics, answer)).isPositive());
        });
    }

    private static double errors(Exposition metrics, WorstAnswer answer) {
        return Stream.of("too_large", "protocol", "fault", "busy")
                .map(kind -> metrics.value(
                        "vspherecloud_vcenter_call_errors_total", "vcenter", vcenter(answer), "kind", kind))
                .flatMap(Optional::stream)
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static String vcenter(WorstAnswer answer) {
        return "vc-" + answer.name();
    }

    /// All vCenters answer as they should again, so their Nodes are initialised. A login without an answer is not
    /// repeated for minutes.
    private void recovers(TestBed bed) {
        bed.sites().forEach(site -> site.proxy().clearRules());
        answers.stream().filter(answer -> !answer.isOfLogin()).forEach(answer -> bed.objects()
                .awaitNode(answer.name() + "-0", EventTimeout.LIMIT, NodeAssertions::isInitialised));
    }
}
