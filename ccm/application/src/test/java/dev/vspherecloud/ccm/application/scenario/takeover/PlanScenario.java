package dev.vspherecloud.ccm.application.scenario.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.ccm.application.scenario.NodeAssertions;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// `plan` on five hundred Nodes of cloud-provider-vsphere (Go), with the rights and configuration of that program.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanScenario {
    private static final int NODES = 500;

    private static final Pattern WRITTEN = Pattern.compile(
            "apiserver_request_total\\{.*resource=\"(nodes|events)\".*verb=\"(APPLY|DELETE|DELETECOLLECTION|PATCH|POST|PUT)\".*} ([0-9]+)");

    /// The vCenter calls that log in, read, and log out.
    private static final Pattern READS = Pattern.compile(
            "(Retrieve|Find|Query|WaitForUpdates|CancelWaitForUpdates|Create(Container|List)View|ModifyListView|DestroyView|Create(Filter|PropertyCollector)|Destroy(PropertyFilter|PropertyCollector)|Login|Logout|GET ).*"
                    + "|(POST|DELETE) /(api|rest/com/vmware/cis)/session|POST .*/tag-association list-.*");

    private TestBed bed;
    private GoCluster cluster;
    private KubeUser account;

    /// A user without rights.
    private KubeUser stranger;

    @BeforeAll
    void createGoCluster() {
        bed = TestBed.start();
        stranger = bed.api().account("stranger");
        account = GoRelease.install(bed);
        cluster = GoCluster.make(bed, NODES);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void nothingIsLeft() {
        bed.sites().forEach(each -> each.proxy().restore());
        RunInvariants.nothingIsLeft(bed);
    }

    /// [GoCluster] describes the problem of each Node. A Node that is not listed here gets only the annotations of
    /// this provider.
    @Test
    void everyDifferenceIsListedWithItsReason() throws JsonProcessingException {
        JsonNode plan = json(writingNothing(this::planOfTheProgram));

        assertThat(plan.path("nodes")).hasSize(NODES);
        assertThat(plan.path("nodes")
                        .valueStream()
                        .filter(node -> !isOrdinary(node))
                        .map(PlanScenario::row))
                .containsExactly("""
                        aws foreign [] [] ProviderIdForeign now, no
                        gone keeps [VmNotFound] [] VmNotFound now, VmNeverSeen no
                        goneready keeps [VmNotFound] [] VmNotFound onceNotReady, no
                        hidden keeps [VmNotFound] [] VmNotFound now, VmNeverSeen no
                        internal changes [] [addresses AddressMissing] no, no
                        k3s foreign [] [] ProviderIdForeign onceNotReady, no
                        kept keeps [VmNotFound] [] VmNotFound now, NodeKept kept
                        known keeps [VmNotFound] [] VmNotFound now, afterProof
                        locked records [VmInaccessible] [] VmInaccessible now, no
                        metal unproven [] [] no, no
                        moved records [TopologyDrift] [] no, no
                        new initialises [] [providerID, taints, labels, addresses NodeInitialised] no, no
                        off changes [] [taints VmNotRunning] no, no
                        older changes [TopologyDrift] [labels OlderLabelDecides] no, no
                        outside keeps [VmInOtherDatacenter] [] VmOutsideDatacenters onceNotReady, VmInOtherDatacenter no
                        readdressed changes [] [addresses AddressGone] no, no
                        rebuilt keeps [IdentityConflict] [] VmNotFound onceNotReady, IdentityConflict no
                        renamed changes [] [addresses HostNameChanged] no, no
                        resized records [InstanceTypeDrift] [] no, no
                        runs changes [] [taints VmRuns] no, no
                        single changes [] [addresses AddressMissing] no, no
                        stale changes [] [taints NodeReady] no, no
                        toolless waits [ToolsNotRunning] [] no, no
                        torn keeps [ProviderIdMalformed] [] ProviderIdMalformed now, ProviderIdMalformed no
                        twin keeps [VmAmbiguous] [] no, no
                        unlabelled records [TopologyDrift] [] no, no
                        """.lines().toArray(String[]::new));
        assertThat(write(plan, "readdressed-", "status.addresses"))
                .isEqualTo("Hostname=readdressed-1000 InternalIP=10.99.0.1 ExternalIP=10.99.0.1"
                        + " -> Hostname=readdressed-1000 InternalIP=10.20.4.1 ExternalIP=10.20.4.1");
        assertThat(write(plan, "off-", "spec.taints")).isEqualTo(" -> NoSchedule");
        assertThat(plan.at("/summary/toBeLookedAt").asInt()).isEqualTo(20);
    }

    @Test
    void withoutTheRightToListNodesThereIsNoPlan() {
        CommandRun run = CommandRun.of(arguments(stranger));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.log()).contains("Error: ", "nodes", "forbidden");
    }

    @Test
    void withoutAConfigurationThereIsNoPlan() {
        CommandRun run = CommandRun.of(List.of(
                "plan",
                "--kubeconfig=" + bed.kubeconfig(account),
                "--cloud-config=" + bed.folder().resolve("nowhere.conf")));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.log()).contains("nowhere.conf", "Error: the configuration cannot be used");
    }

    @Test
    void anUnreachableVcenterIsReportedAndMakesThePlanIncomplete() throws JsonProcessingException {
        cluster.other().proxy().cutAll();

        JsonNode plan = json(writingNothing(this::planInThisJvm));

        assertThat(plan.at("/silentVcenters/0/vcenter").asText()).isEqualTo("vc-b");
        assertThat(plan.path("nodes")
                        .valueStream()
                        .filter(node -> prefix(node.path("name").asText()).equals("gone"))
                        .map(PlanScenario::row))
                .containsExactly("gone keeps [VcenterUnreachable] [] no, VcenterUnreachable kept");
    }

    private static boolean isOrdinary(JsonNode node) {
        return node.path("prospect").asText().equals("records")
                && node.path("reasons").isEmpty()
                && !node.path("toBeLookedAt").asBoolean();
    }

    /// Returns name, prospect, reasons and writes except annotations. The last columns say why and when
    /// cloud-provider-vsphere (Go) and this provider would delete the Node.
    private static String row(JsonNode node) {
        return "%s %s [%s] [%s] %s, %s"
                .formatted(
                        prefix(node.path("name").asText()),
                        node.path("prospect").asText(),
                        texts(node.path("reasons"), "code"),
                        writes(node.path("writes")),
                        deletion(node.path("presentDeletes")),
                        deletion(node.path("oursDeletes")));
    }

    private static String prefix(String name) {
        return name.replaceAll("-[0-9]+$", "");
    }

    private static String writes(JsonNode writes) {
        String fields = visibleWrites(writes)
                .map(write -> write.path("field").asText().replaceAll(".*\\.", ""))
                .distinct()
                .collect(Collectors.joining(", "));
        String codes = visibleWrites(writes)
                .map(write -> write.path("code").asText())
                .distinct()
                .collect(Collectors.joining(" "));
        return (fields + " " + codes).strip();
    }

    private static Stream<JsonNode> visibleWrites(JsonNode writes) {
        return writes.valueStream()
                .filter(write -> !write.path("field").asText().equals("metadata.annotations"));
    }

    private static String texts(JsonNode items, String member) {
        return items.valueStream().map(item -> item.path(member).asText()).collect(Collectors.joining(" "));
    }

    private static String deletion(JsonNode deletion) {
        String code =
                deletion.path("code").isNull() ? "" : deletion.path("code").asText() + " ";
        return code + deletion.path("when").asText();
    }

    /// Returns the old and new value of the one write of this field.
    private static String write(JsonNode plan, String prefix, String field) {
        return plan.path("nodes")
                .valueStream()
                .filter(node -> node.path("name").asText().startsWith(prefix))
                .flatMap(node -> node.path("writes").valueStream())
                .filter(write -> write.path("field").asText().equals(field))
                .map(write -> words(write.path("has")) + " -> " + words(write.path("gets")))
                .collect(Collectors.joining("; "));
    }

    private static String words(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }

    /// Runs the packaged program until it exits, within a minute for five hundred Nodes.
    private String planOfTheProgram() {
        Program program = bed.launch().command(arguments(account, "-o", "json").toArray(String[]::new));
        assertThat(program.awaitExit(EventTimeout.LIMIT)).as(program.log()).isEqualTo(2);
        return program.log();
    }

    private String planInThisJvm() {
        CommandRun run = CommandRun.of(arguments(account, "-o", "json"));
        assertThat(run.exitCode()).as(run.log()).isEqualTo(2);
        return run.log();
    }

    /// Runs the command until it exits, and checks that it wrote nothing.
    private String writingNothing(Supplier<String> command) {
        Map<String, String> before = versions();
        long writes = writesThatTheServerCounted();
        long mark = bed.apiProxy().calls().mark();
        List<Long> marks =
                bed.sites().stream().map(site -> site.proxy().calls().mark()).toList();
        String output = command.get();
        assertThat(bed.apiProxy().calls().since(mark).names())
                .isNotEmpty()
                .allMatch(name -> name.matches("(get|list) .*"));
        for (int i = 0; i < marks.size(); i++) {
            assertThat(bed.sites().get(i).proxy().calls().since(marks.get(i)).names())
                    .allMatch(name -> READS.matcher(name).matches());
        }
        assertThat(writesThatTheServerCounted()).isEqualTo(writes).isGreaterThan(NODES);
        assertThat(versions()).isEqualTo(before);
        return output;
    }

    private List<String> arguments(KubeUser user, String... words) {
        var arguments = new ArrayList<>(List.of("plan"));
        arguments.addAll(List.of(words));
        arguments.addAll(List.of(
                "--kubeconfig=" + bed.kubeconfig(user), "--cloud-config=" + bed.write("plan.conf", cluster.config())));
        return arguments;
    }

    private Map<String, String> versions() {
        return bed.objects().nodes().stream()
                .collect(Collectors.toMap(
                        NodeAssertions::name,
                        node -> node.at("/metadata/resourceVersion").asText(),
                        (_, last) -> last,
                        TreeMap::new));
    }

    private long writesThatTheServerCounted() {
        var matcher = WRITTEN.matcher(bed.objects().page("/metrics"));
        return matcher.results()
                .mapToLong(result -> Long.parseLong(result.group(3)))
                .sum();
    }

    private static JsonNode json(String output) throws JsonProcessingException {
        return new ObjectMapper().readTree(output);
    }
}
