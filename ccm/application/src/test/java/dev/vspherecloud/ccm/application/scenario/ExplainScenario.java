package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// `explain node` says what the provider did or why it did not. It needs only the rights to read a few things, and
/// leaves nothing behind.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String RIGHT = "Right-password-1!";
    private static final String WRONG = "Wrong-password-2!";
    private static final String USER = "provider@vsphere.local";

    /// The user that runs the command. It may read Nodes, Services, Leases and Secrets.
    private KubeUser reader;

    /// A user that may read only Nodes.
    private KubeUser stranger;

    private final VcenterAccount account = VcenterAccount.of(USER, RIGHT);
    private TestBed bed;
    private VcenterSite site;
    private VcenterSite other;

    @BeforeAll
    void aClusterThatWasInitialised() {
        bed = TestBed.start();
        reader = bed.api().account("reader");
        stranger = bed.api().account("stranger");
        site = bed.addVcenter("vc-a");
        other = bed.addVcenter("vc-b");
        bed.sites().forEach(each -> each.requireAccount(account));
        grant(reader, "nodes", "leases", "secrets", "services");
        grant(stranger, "nodes");
        site.addVms("w", 0, 2);
        other.addVms("x", 0, 1);
        bed.objects().createNodes(site.nodes("w", 0, 2));
        bed.objects().createNodes(other.nodes("x", 0, 1));
        bed.objects().createNodes(site.nodes("lost", 0, 1));
        bed.objects().createNode(NodeSpec.aNode("cloud").providerId("aws:///eu-1/i-1"));
        Program provider = bed.runWith(config(USER, RIGHT));
        bed.objects()
                .awaitNodes(
                        TIMEOUT,
                        all -> all.stream()
                                        .filter(NodeAssertions::isInitialised)
                                        .count()
                                == 4);
        bed.objects().awaitNode("lost-0", TIMEOUT, _ -> !bed.objects()
                .eventsOf("lost-0")
                .isEmpty());
        assertThat(provider.terminate()).isZero();
    }

    private void grant(KubeUser user, String... resources) {
        String list = List.of(resources).stream().map("\"%s\""::formatted).collect(Collectors.joining(","));
        String rbac = "/apis/rbac.authorization.k8s.io/v1/";
        bed.objects().create(rbac + "clusterroles", """
                {"metadata":{"name":"%s"},"rules":[
                {"apiGroups":["","coordination.k8s.io"],"resources":[%s],"verbs":["get","list"]}]}
                """.formatted(user.name(), list));
        bed.objects().create(rbac + "clusterrolebindings", """
                {"metadata":{"name":"%s"},"subjects":[{"kind":"User","name":"%s"}],
                "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"%s"}}
                """.formatted(user.name(), user.name(), user.name()));
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

    @Test
    void theExplanationEqualsWhatTheProviderWrote() throws JsonProcessingException {
        JsonNode node = bed.objects().node("w-1");

        JsonNode output = json(explainedByTheProgram("w-1", "-o", "json"));

        assertThat(output.path("state").asText()).isEqualTo("ready");
        assertThat(output.path("addresses")
                        .valueStream()
                        .map(each -> each.path("type").asText() + "="
                                + each.path("address").asText() + " "
                                + each.path("change").asText()))
                .containsExactlyElementsOf(NodeAssertions.addresses(node).stream()
                        .map(address -> address + " stays")
                        .toList());
        assertThat(output.path("zone").asText()).isEqualTo(NodeAssertions.label(node, "topology.kubernetes.io/zone"));
        assertThat(output.path("region").asText())
                .isEqualTo(NodeAssertions.label(node, "topology.kubernetes.io/region"));
        assertThat(output.path("vm").path("moref").asText())
                .isEqualTo(node.at("/metadata/annotations/vspherecloud.dev~1vm").asText());
        assertThat(output.path("candidates")).isNotEmpty();
        assertThat(output.path("places").valueStream().map(each -> each.path("kind")
                        .asText()))
                .contains("HostSystem", "ClusterComputeResource", "ResourcePool", "Folder", "Datacenter");
        assertThat(output.path("reasons")).isEmpty();
    }

    @Test
    void aWaitingNodeHasTheReasonOfItsEvent() throws JsonProcessingException {
        String event =
                bed.objects().eventsOf("lost-0").getFirst().path("reason").asText();

        JsonNode output = json(explained("lost-0", "-o", "json"));

        assertThat(output.path("state").asText()).isEqualTo("waits");
        assertThat(output.path("code").asText()).isEqualTo(event);
        assertThat(output.at("/reasons/0/remedy").asText()).isNotEmpty();
    }

    @Test
    void aForeignNodeNeedsNoCallToVcenter() {
        long mark = site.proxy().calls().mark();

        assertThat(explained("cloud")).contains("Node cloud: foreign\n", "another provider, by its provider ID");

        assertThat(site.proxy().calls().since(mark).count()).isZero();
    }

    @Test
    void allNodesAreATable() {
        assertThat(explained("--all").lines().map(line -> line.replaceAll(" +", " ")
                        .replaceAll("vm-[0-9]+", "vm-n")))
                .contains(
                        "NODE VM VCENTER ADDRESSES ZONE STATE",
                        "cloud - - - - foreign",
                        "lost-0 - - - - waits: VmNotFound",
                        "w-0 w-0 (vm-n) vc-a 10.20.0.1 zone-a ready",
                        "x-0 x-0 (vm-n) vc-b 10.20.0.1 zone-a ready",
                        "5 Nodes: 3 ready, 1 waits, 1 foreign");
    }

    @Test
    void aMissingNodeIsReportedAndEndsWithOne() {
        CommandRun run = explain(reader, config(USER, RIGHT), "no-node");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.log()).startsWith("Error: there is no Node \"no-node\" on the API server https://127.0.0.1:");
    }

    @Test
    void anUnreachableVcenterIsReportedAndTheOthersAnswer() throws JsonProcessingException {
        other.proxy().cutAll();

        JsonNode output = json(explained("--all", "-o", "json"));

        assertThat(output.valueStream()
                        .map(node -> node.at("/node/name").asText() + " "
                                + node.path("state").asText() + " "
                                + node.path("code").asText()))
                .containsExactly(
                        "cloud foreign null",
                        "lost-0 waits VcenterUnreachable",
                        "w-0 ready null",
                        "w-1 ready null",
                        "x-0 troubled VcenterUnreachable");
        assertThat(output.at("/2/silentVcenters/0/vcenter").asText()).isEqualTo("vc-b");
    }

    /// This user has no record yet, so there is one login, however many vCenters there are.
    @Test
    void aWrongPasswordIsTriedOnceAndReported() {
        long before = logins();

        String output = explained(reader, config("newcomer@vsphere.local", WRONG), "w-0");

        assertThat(output.replaceAll("\\s+", " "))
                .contains("LoginRefused", "each run adds a refused login", "vc-a", "vc-b", "newcomer@vsphere.local");
        assertThat(logins() - before).isEqualTo(1);
        assertThat(output.contains(WRONG)).as("has a password").isFalse();
    }

    @Test
    void aSecondRunWithAWrongPasswordSendsNoLogin() {
        long before = logins();
        List<String> words = arguments(reader, config("repeated@vsphere.local", WRONG), "w-0");
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", bed.folder().resolve("state").toString());

        String first = writingNothing(() -> CommandRun.of(environment, words)).log();
        String second = writingNothing(() -> CommandRun.of(environment, words)).log();

        assertThat(first.replaceAll("\\s+", " ")).contains("the next command tries no login of repeated@vsphere.local");
        assertThat(second.replaceAll("\\s+", " ")).contains("an earlier command sent that login", "delete the file ");
        assertThat(logins() - before).isEqualTo(1);
    }

    @Test
    void anotherPasswordThanTheProvidersIsNotTried() {
        long before = logins();

        String output = explained(reader, config(USER, WRONG), "w-0");

        assertThat(output.replaceAll("\\s+", " ")).contains("was accepted with another password");
        assertThat(logins()).isEqualTo(before);
    }

    @Test
    void noLoginIsTriedAfterTheProviderWasRefused() {
        String user = "refused@vsphere.local";
        Program provider = bed.runWith(config(user, WRONG));
        provider.awaitLog("LoginRefused", TIMEOUT);
        assertThat(provider.terminate()).isZero();
        long before = logins();

        String output = explained(reader, config(user, RIGHT), "w-0");

        assertThat(output.replaceAll("\\s+", " ")).containsPattern("was refused at 20[-0-9]+T[:0-9]+Z");
        assertThat(logins()).isEqualTo(before);
    }

    @Test
    void withoutTheRightToReadTheRecordNoLoginIsTried() {
        long before = logins();

        String output = explained(stranger, config(USER, RIGHT), "w-0");

        assertThat(output.replaceAll("\\s+", " "))
                .contains("Warning: cannot read Services, so their addresses are not recognized")
                .contains("LoginUnrecorded", "give this account the verb get on leases in namespace kube-system");
        assertThat(logins()).isEqualTo(before);
    }

    @Test
    void aMissingRightToReadTheSecretIsReported() {
        String config = "vcenter:\n" + site.entry("secretName: kept", "secretNamespace: kube-system", site.trust());

        assertThat(explained(stranger, config, "w-0").replaceAll("\\s+", " "))
                .contains("CredentialsMissing", "Secret kube-system/kept may not be read");
    }

    /// Counts the SOAP and REST logins at both vCenters.
    private long logins() {
        return bed.sites().stream()
                .map(each -> each.proxy().calls().all())
                .mapToLong(calls -> calls.count("Login") + RunInvariants.restLogins(calls))
                .sum();
    }

    private String explained(String... words) {
        return explained(reader, config(USER, RIGHT), words);
    }

    private String explained(KubeUser as, String config, String... words) {
        CommandRun run = explain(as, config, words);
        assertThat(run.exitCode()).as(run.log()).isZero();
        return run.log();
    }

    /// Runs the packaged program until it exits, and checks that it wrote nothing.
    private String explainedByTheProgram(String... words) {
        return writingNothing(() -> {
            Program program = bed.launch()
                    .command(arguments(reader, config(USER, RIGHT), words).toArray(String[]::new));
            assertThat(program.awaitExit(TIMEOUT)).as(program.log()).isZero();
            return program.log();
        });
    }

    /// Runs the command until it exits, and checks that it wrote nothing.
    private CommandRun explain(KubeUser as, String config, String... words) {
        return writingNothing(() -> CommandRun.of(arguments(as, config, words)));
    }

    private <T> T writingNothing(Supplier<T> run) {
        long mark = bed.apiProxy().calls().mark();
        T result = run.get();
        assertThat(bed.apiProxy().calls().since(mark).names()).allMatch(name -> name.matches("(get|list) .*"));
        return result;
    }

    private List<String> arguments(KubeUser as, String config, String... words) {
        var arguments = new ArrayList<>(List.of("explain", "node"));
        arguments.addAll(List.of(words));
        arguments.addAll(
                List.of("--kubeconfig=" + bed.kubeconfig(as), "--cloud-config=" + bed.write("explain.conf", config)));
        return arguments;
    }

    private String config(String user, String password) {
        return bed.sites().stream()
                .map(each -> each.entry("user: \"" + user + "\"", "password: \"" + password + "\"", each.trust()))
                .collect(Collectors.joining("", "vcenter:\n", TestBed.labels()));
    }

    private static JsonNode json(String output) throws JsonProcessingException {
        return new ObjectMapper().readTree(output);
    }
}
