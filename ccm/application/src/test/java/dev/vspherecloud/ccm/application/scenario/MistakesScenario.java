package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Each mistake of a new user is reported once: what was found, what was expected and what to do.
///
/// If waiting can help, the program keeps running, and works as soon as the mistake is corrected. Otherwise it
/// exits at once.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MistakesScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration WINDOW = Duration.ofSeconds(6);
    private static final String PASSWORD = "Hidden-word-1!";

    private TestBed bed;
    private VcenterSite site;
    private final List<Program> runs = new ArrayList<>();

    /// Returns the log of the last run.
    private Supplier<String> log = () -> "";

    private int started;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        site.addVms("w", 0, 2);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void noPasswordIsInTheLog() {
        RunInvariants.logIsFitToRead(log.get(), List.of(PASSWORD, site.vcenter().password()));
        runs.forEach(Program::close);
        runs.clear();
        bed.objects().deleteNodes();
        RunInvariants.forgetLogins(bed);
    }

    // The program waits

    @Test
    void wrongPassword() {
        long mark = site.proxy().calls().mark();
        run(vcenter(site.config().replace(site.vcenter().password(), PASSWORD)));

        isReportedOnce(
                server(), "correct user and password", "user " + site.vcenter().username(), "the configuration");
        assertThat(site.proxy().calls().since(mark).count("Login")).isEqualTo(1);
    }

    @Test
    void wrongCa() {
        Path other = bed.write("other.pem", ServerIdentity.generate().certificatePem());
        run(vcenter(site.config().replace(certificate(), other.toString())));

        isReportedOnce(server(), "not among the CA certificates in " + other, "the CA file (caFile)");
    }

    @Test
    void unreachableHost() {
        int port = bed.reservePort();
        run(vcenter(site.config().replace("port: " + site.proxy().port(), "port: " + port)));

        isReportedOnce("vc-a (127.0.0.1:" + port + ")", "no connection", "check that the server is up");
    }

    @Test
    void unknownHost() {
        run(vcenter(site.config().replace("server: 127.0.0.1", "server: vcenter.invalid")));

        isReportedOnce("vcenter.invalid", "does not resolve", "address");
    }

    @Test
    void unknownDatacenter() {
        run(vcenter(site.config() + "    datacenters: [nowhere]\n"));

        isReportedOnce("vc-a", "datacenters", "nowhere", "vc-a-dc");
        bed.objects().createNodes(site.nodes("w", 0, 1));
        await().atMost(TIMEOUT).until(() -> reasons("w-0").contains("VmInOtherDatacenter"));
    }

    @Test
    void wrongPasswordInASecretThatIsCorrectedThen() {
        long mark = site.proxy().calls().mark();
        bed.objects()
                .putSecret(
                        "kube-system",
                        "wrong",
                        Map.of("127.0.0.1.username", site.vcenter().username(), "127.0.0.1.password", PASSWORD));
        run(bySecret("wrong"));

        isReportedOnce(server(), "correct user and password", "Secret kube-system/wrong");
        bed.objects().createNodes(site.nodes("w", 0, 1));
        bed.objects().putSecret("kube-system", "wrong", credentials());
        recovers();
        assertThat(site.proxy().calls().since(mark).count("Login")).isEqualTo(2);
    }

    @Test
    void missingSecretThatIsCreatedThen() {
        run(bySecret("missing"));

        isReportedOnce("kube-system/missing", "vc-a", "create it");
        bed.objects().createNodes(site.nodes("w", 0, 1));
        bed.objects().putSecret("kube-system", "missing", credentials());
        recovers();
    }

    @Test
    void secretWithoutTheRightKeysThatIsCorrectedThen() {
        bed.objects().putSecret("kube-system", "odd", Map.of("username", "somebody", "password", PASSWORD));
        run(bySecret("odd"));

        isReportedOnce("kube-system/odd", "127.0.0.1.username", "found the keys password, username", "add them");
        bed.objects().createNodes(site.nodes("w", 0, 1));
        bed.objects().putSecret("kube-system", "odd", credentials());
        recovers();
    }

    @Test
    void unreachableApiServer() {
        bed.apiProxy().cutAll();
        try {
            run(bed.config());
            // One is about reading Nodes, the other about the login record, without which no login is tried.
            await().atMost(TIMEOUT).untilAsserted(() -> assertThat(problems()).hasSize(2));
            assertThat(problems()).allSatisfy(problem -> assertThat(problem)
                    .contains("127.0.0.1:" + bed.apiProxy().port(), "nothing accepts connections")
                    .contains("check that it is running"));
            await().during(WINDOW).untilAsserted(() -> assertThat(problems()).hasSize(2));
        } finally {
            bed.apiProxy().restore();
        }
        bed.objects().createNodes(site.nodes("w", 0, 1));
        recovers();
    }

    // The program exits

    @Test
    void missingConfigFile() {
        start(flags("--cloud-config=/nowhere/vsphere.conf"));

        assertThat(program().awaitExit(TIMEOUT)).as(program().log()).isEqualTo(1);
        isTheOnlyProblem("/nowhere/vsphere.conf", "there is no such file", "--cloud-config");
    }

    @Test
    void configFileThatIsADirectory() {
        ends("--cloud-config=" + bed.folder());

        isTheOnlyProblem(bed.folder().toString(), "found a directory", "name the file in it");
    }

    @Test
    void brokenYaml() {
        Path broken = bed.write("broken.conf", "vcenter:\n  vc-a:\n    server: [127.0.0.1\n    port: 443\n");
        ends("--cloud-config=" + broken);

        isTheOnlyProblem(broken + ":", "YAML");
    }

    @Test
    void severalProblemsAreReportedTogether() {
        Path bad = bed.write(
                "bad.conf",
                "vcenter:\n  vc-a:\n    server: 127.0.0.1\n    port: abc\n    pasword: %s\n".formatted(PASSWORD));
        ends("--cloud-config=" + bad);

        assertThat(log.get()).contains(bad + ":4:", "abc", bad + ":5:", "pasword", "did you mean", "no credentials");
    }

    @Test
    void unknownFlag() {
        ends("--cloud-confg=vsphere.conf");

        isTheOnlyProblem("--cloud-confg", "did you mean --cloud-config?");
    }

    @Test
    void missingKubeconfig() {
        ends("--kubeconfig=/nowhere/kubeconfig");

        isTheOnlyProblem("/nowhere/kubeconfig", "--kubeconfig");
    }

    @Test
    void brokenKubeconfig() {
        Path broken = bed.write("broken-kubeconfig", "clusters: [");
        ends("--kubeconfig=" + broken);

        isTheOnlyProblem(broken.toString(), "it is not YAML", "correct it");
    }

    // Shared steps

    /// Checks that exactly one message contains all the words, and that the program keeps running.
    private void isReportedOnce(String... words) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(problems()).hasSize(1));
        assertThat(problems().getFirst()).contains(words);
        await().during(WINDOW).untilAsserted(() -> assertThat(problems()).hasSize(1));
        assertThat(program().isAlive()).isTrue();
    }

    private void recovers() {
        var node = bed.objects().awaitNode("w-0", TIMEOUT, NodeAssertions::isInitialised);
        NodeAssertions.isComplete(node, site, "vc-a-region");
        RunInvariants.requestsConform(site);
    }

    /// Runs the program in this JVM with one more flag, and checks that it ends with 1.
    private void ends(String mistake) {
        CommandRun run = CommandRun.of(flags(mistake));
        log = run::log;
        assertThat(run.exitCode()).as(run.log()).isEqualTo(1);
    }

    private void isTheOnlyProblem(String... words) {
        assertThat(problems()).hasSize(1);
        assertThat(problems().getFirst()).contains(words);
    }

    /// Returns warnings and errors, except those about one Node.
    private List<String> problems() {
        return log.get()
                .lines()
                .filter(line -> line.matches("[WEF][0-9]{4} .*|Error: .*"))
                .filter(line -> !line.contains("Node is not finished"))
                .toList();
    }

    private List<String> reasons(String node) {
        return bed.objects().eventsOf(node).stream()
                .map(event -> event.path("reason").asText())
                .toList();
    }

    private void run(String config) {
        start(bed.flags(config));
    }

    /// Adds a flag. If a flag is repeated, the last value counts.
    private List<String> flags(String mistake) {
        var flags = new ArrayList<>(bed.flags(bed.config()));
        flags.add(mistake);
        return flags;
    }

    private void start(List<String> flags) {
        started++;
        Program program = Program.start(bed.folder().resolve("run-" + started + ".log"), flags);
        runs.add(program);
        log = program::log;
    }

    private Program program() {
        return runs.getLast();
    }

    private String server() {
        return "vc-a (127.0.0.1:" + site.proxy().port() + ")";
    }

    private String certificate() {
        return bed.folder().resolve("vc-a.pem").toString();
    }

    private static String vcenter(String entry) {
        return "vcenter:\n" + entry + "labels:\n  zone: %s\n  region: %s\n".formatted(TestBed.ZONE, TestBed.REGION);
    }

    private String bySecret(String name) {
        return vcenter("""
                  vc-a:
                    server: 127.0.0.1
                    port: %d
                    secretName: %s
                    secretNamespace: kube-system
                    caFile: "%s"
                """.formatted(site.proxy().port(), name, certificate()).indent(2));
    }

    private Map<String, String> credentials() {
        return Map.of(
                "127.0.0.1.username", site.vcenter().username(),
                "127.0.0.1.password", site.vcenter().password());
    }
}
