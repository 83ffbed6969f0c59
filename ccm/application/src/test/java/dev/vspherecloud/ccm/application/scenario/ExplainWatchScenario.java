package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.CommandRun;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// The forms of `explain node` for people at a terminal and for scripts: `--watch`, label selectors, `--exit-code` and
/// colours.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainWatchScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String ESCAPE = "\u001b[";

    private TestBed bed;
    private VcenterSite site;

    @BeforeAll
    void aClusterWithoutAProvider() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        site.addVms("w", 0, 2);
        bed.objects().createNodes(site.nodes("w", 0, 2));
        bed.objects().createNodes(site.nodes("lost", 0, 1));
        bed.objects().createNode(NodeSpec.aNode("cloud").providerId("aws:///eu-1/i-1"));
        bed.objects().patchNode("w-0", """
                {"metadata":{"labels":{"pool":"blue"}}}""");
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    /// The watch shows what the provider does, survives an API server that is away, and costs one login.
    @Test
    void aWatchPrintsChangesUntilASignal() {
        long mark = site.proxy().calls().mark();
        Program watch = explain("-l", "pool=blue", "--watch", "--exit-code");
        watch.awaitLog("w-0", TIMEOUT);
        assertThat(rows(watch)).hasSize(2).first().asString().startsWith("NODE ");
        assertThat(rows(watch).getLast()).matches("w-0 .*due");
        assertThat(site.proxy().calls().since(mark).count("Login")).isEqualTo(1);

        Program provider = bed.runWith(bed.config());
        awaitLine(watch, "w-0 .*zone-a +ready");
        assertThat(provider.terminate()).isZero();

        bed.apiProxy().cutAll();
        watch.awaitLog("Warning: cannot watch the Nodes, will try again: ", TIMEOUT);
        bed.apiProxy().restore();
        watch.awaitLog("The Nodes can be watched again.", TIMEOUT);
        bed.objects().patchNode("w-0", """
                {"metadata":{"labels":{"topology.kubernetes.io/zone":"elsewhere"}}}""");
        awaitLine(watch, "w-0 .*elsewhere .*");

        bed.objects().patchNode("w-0", """
                {"metadata":{"labels":{"pool":"green"}}}""");
        watch.awaitLog("Node w-0 is gone, or no longer matches.", TIMEOUT);
        assertThat(watch.terminate()).isZero();
        assertThat(watch.log()).doesNotContain("w-1", ESCAPE, "Exception");
        RunInvariants.nothingIsLeft(bed);
    }

    @Test
    void aSelectorIsThatOfKubectl() {
        assertThat(explained(0, "-l", "pool notin (blue,green),!pool", "-o", "name")
                        .lines())
                .containsExactlyInAnyOrder("node/cloud", "node/lost-0", "node/w-1");
        assertThat(explained(1, "-l", "pool in blue", "-o", "name"))
                .contains("Error: ", "unable to parse requirement: found 'blue'");
        assertThat(explained(0, "-l", "pool=red")).contains("0 Nodes");
    }

    @Test
    void theExitCodeSaysWhetherANodeHasAProblem() {
        explained(0, "lost-0");
        assertThat(explained(2, "lost-0", "--exit-code")).startsWith("Node lost-0: waits: VmNotFound");
        assertThat(explained(2, "cloud", "lost-0", "--exit-code", "-o", "yaml")).contains("state: waits");
        explained(0, "cloud", "--exit-code");
        assertThat(explained(1, "cloud", "absent-1", "absent-2", "--exit-code"))
                .contains("there is no Node \"absent-1\" or \"absent-2\"");
    }

    @Test
    void onlyATerminalGetsColours() {
        assertThat(explained(0, "lost-0")).doesNotContain(ESCAPE);
        assertThat(explained(0, "lost-0", "--color=always")).startsWith(ESCAPE + "31mNode lost-0: waits");
        assertThat(onPseudoTerminal(Map.of("TERM", "xterm"))).contains(ESCAPE + "31mNode lost-0: waits");
        assertThat(onTerminal(Map.of("TERM", "xterm"))).contains(ESCAPE + "31mNode lost-0: waits");
        assertThat(onTerminal(Map.of("TERM", "xterm", "NO_COLOR", "1"))).doesNotContain(ESCAPE);
        assertThat(onTerminal(Map.of("TERM", "dumb"))).doesNotContain(ESCAPE);
    }

    @Test
    void aTerminalSetsTheWidth() {
        assertThat(onTerminal(Map.of("COLUMNS", "60", "NO_COLOR", "1")).lines())
                .allMatch(line -> line.strip().length() <= 60);
        assertThat(onTerminal(Map.of("NO_COLOR", "1")).lines())
                .anyMatch(line -> line.strip().length() > 80);
    }

    private static List<String> rows(Program program) {
        return program.log().lines().toList();
    }

    private static void awaitLine(Program program, String pattern) {
        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(rows(program))
                .anyMatch(Pattern.compile(pattern).asMatchPredicate()));
    }

    private String explained(int exitCode, String... words) {
        CommandRun run = CommandRun.of(arguments(words));
        assertThat(run.exitCode()).as(run.log()).isEqualTo(exitCode);
        return run.log();
    }

    private Program explain(String... words) {
        return bed.launch().command(arguments(words).toArray(String[]::new));
    }

    private List<String> arguments(String... words) {
        var arguments = new ArrayList<>(List.of("explain", "node"));
        arguments.addAll(List.of(words));
        arguments.addAll(bed.flags(bed.config()));
        return arguments;
    }

    private String onTerminal(Map<String, String> environment) {
        CommandRun run = CommandRun.onTerminal(environment, arguments("lost-0"));
        assertThat(run.exitCode()).as(run.log()).isZero();
        return run.log();
    }

    /// Runs the packaged program on a pseudo terminal, which `script` of util-linux makes.
    private String onPseudoTerminal(Map<String, String> environment) {
        var words = new ArrayList<>(List.of(Program.executable().toString()));
        words.addAll(arguments("lost-0"));
        Path log = bed.write("terminal-" + System.identityHashCode(words) + ".log", "");
        Program program = Program.start(
                log, environment, List.of("script", "-qec", String.join(" ", words), "/dev/null"), List.of());
        assertThat(program.awaitExit(TIMEOUT)).as(program.log()).isZero();
        return program.log();
    }
}
