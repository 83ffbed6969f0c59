package dev.vspherecloud.ccm.application.scenario.takeover;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// This provider replaces cloud-provider-vsphere (Go), with its rights, configuration and flags, and can be rolled
/// back.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TakeoverScenario {
    private static final int NODES = 40;
    private static final int NEWCOMERS = 3;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private TestBed bed;
    private GoCluster cluster;
    private KubeUser account;
    private Path config;

    @BeforeAll
    void createGoCluster() {
        bed = TestBed.start();
        account = GoRelease.install(bed);
        cluster = GoCluster.make(bed, NODES);
        config = bed.write("vsphere.conf", cluster.config());
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    /// The plan predicted every change, to the field. Nodes that were in order get only the annotations of this
    /// provider.
    @Test
    @Order(1)
    void theProviderWritesExactlyWhatThePlanLists() throws JsonProcessingException {
        SortedSet<String> planned = planned();
        Map<String, WrittenNode> before = written();
        List<JsonNode> ordinary = ordinary();
        long mark = bed.apiProxy().calls().mark();

        Program program = start();
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(changesSince(before)).containsAll(planned));
        assertThat(program.terminate()).isZero();

        assertThat(changesSince(before)).isEqualTo(planned);
        assertThat(ordinary()).isEqualTo(ordinary).hasSizeGreaterThan(10);
        assertThat(bed.objects().eventsOf("w-0")).isEmpty();
        isPaced(bed.apiProxy().calls().since(mark));
        assertThat(program.log()).doesNotContainIgnoringCase("forbidden");
        RunInvariants.logIsFitToRead(program, cluster.site().vcenter().password());
        RunInvariants.nothingIsLeft(bed);
    }

    /// After a rollback, cloud-provider-vsphere (Go) has nothing to write on Nodes that this provider initialised.
    @Test
    @Order(2)
    void initialisedNodesHaveTheFieldsThatGoWrites() {
        cluster.site().addVms("x", 0, NEWCOMERS);
        bed.objects().createNodes(cluster.site().nodes("x", 0, NEWCOMERS));

        Program program = start();
        bed.objects().awaitNodes(TIMEOUT, all -> all.stream()
                .filter(each -> isOf("x-", each))
                .allMatch(NodeAssertions::isInitialised));
        assertThat(program.terminate()).isZero();

        assertThat(bed.objects().nodes().stream()
                        .filter(each -> isOf("x-", each))
                        .map(node -> WrittenNode.of(node).withoutOwnAnnotations()))
                .containsExactlyElementsOf(GoNodes.all(cluster.site(), "x", 0, NEWCOMERS).stream()
                        .map(WrittenNode::of)
                        .toList());
    }

    /// The program reports each missing right once, and initialises Nodes without it.
    @Test
    @Order(3)
    void aMissingRightDisablesOneFeatureAndIsReportedOnce() {
        GoRelease.revoke(bed, "events", "services");
        cluster.site().addVms("y", 0, NEWCOMERS);
        bed.objects().createNodes(cluster.site().nodes("y", 0, NEWCOMERS));

        Program program = start();
        bed.objects().awaitNodes(TIMEOUT, all -> all.stream()
                .filter(each -> isOf("y-", each))
                .allMatch(NodeAssertions::isInitialised));
        program.awaitLog("Cannot create Events in this namespace", TIMEOUT);
        assertThat(program.terminate()).isZero();

        assertThat(program.log().lines().filter(line -> line.startsWith("W") && line.contains("forbidden")))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .contains("Cannot list or watch this resource", "resource=\"Services\""),
                        line -> assertThat(line)
                                .contains("Cannot create Events in this namespace", "namespace=\"default\""));
    }

    private Program start() {
        return bed.launch()
                .with("--kubeconfig=" + bed.kubeconfig(account), "--cloud-provider=vsphere", "--v=2")
                .config(config)
                .electing()
                .start();
    }

    private SortedSet<String> planned() throws JsonProcessingException {
        CommandRun plan = CommandRun.of(
                List.of("plan", "-o", "json", "--kubeconfig=" + bed.kubeconfig(account), "--cloud-config=" + config));
        assertThat(plan.exitCode()).as(plan.log()).isEqualTo(2);
        return new ObjectMapper()
                .readTree(plan.log())
                .path("nodes")
                .valueStream()
                .flatMap(node -> WrittenNode.planned(node).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<String, WrittenNode> written() {
        return bed.objects().nodes().stream()
                .map(WrittenNode::of)
                .collect(Collectors.toMap(WrittenNode::name, node -> node, (_, last) -> last, TreeMap::new));
    }

    private SortedSet<String> changesSince(Map<String, WrittenNode> before) {
        Map<String, WrittenNode> now = written();
        assertThat(now.keySet()).isEqualTo(before.keySet());
        return before.values().stream()
                .flatMap(node -> node.changes(requireNonNull(now.get(node.name()))).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns these Nodes with everything that any client wrote.
    private List<JsonNode> ordinary() {
        return bed.objects().nodes().stream()
                .filter(each -> isOf("w-", each))
                .map(WrittenNode::whole)
                .toList();
    }

    private static boolean isOf(String prefix, JsonNode node) {
        return NodeAssertions.name(node).startsWith(prefix);
    }

    /// Checks that at most five Nodes a second get the annotations of this provider.
    private void isPaced(Calls calls) {
        Calls patches = calls.named("patch nodes");
        long recorded =
                written().values().stream().filter(TakeoverScenario::isRecorded).count();
        Duration span = Duration.between(
                patches.list().getFirst().at(), patches.list().getLast().at());
        assertThat(span).as(times(patches)).isGreaterThan(Duration.ofMillis((recorded - 5) * 200));
    }

    private static boolean isRecorded(WrittenNode node) {
        return node.fields().containsKey("metadata.annotations vspherecloud.dev/vm");
    }

    private static String times(Calls writes) {
        return writes.list().stream().map(Call::at).toList().toString();
    }
}
