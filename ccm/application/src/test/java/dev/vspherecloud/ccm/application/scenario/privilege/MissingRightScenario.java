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
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.report.Report;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each right in turn is removed from the program. The program needs it, continues to work, and gets no other
/// refusal.
///
/// [LeastPrivilegeScenario] shows that half a minute uses each right. Here the API server confirms it.
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MissingRightScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final Pattern FORBIDDEN = Pattern.compile("(?i)forbidden|not allowed|may not|no right");
    private static final int MAX_WAIT = 180;
    private static final int NODES = 30;
    private static final int TAINTED = NODES - 1;

    private final DeployedRights deployed = new DeployedRights();
    private TestBed bed;
    private VcenterSite site;
    private Fleet fleet;
    private DeployedRun run;
    private Optional<Program> program = Optional.empty();
    private int victims;
    private final List<Missed> missed = new ArrayList<>();

    /// One right that was removed.
    ///
    /// @param refusals the number of requests that the API server refused for that
    /// @param after    the time from the start of the program to the first refusal
    /// @param logged   the log line about it; empty for none
    private record Missed(GrantedRight right, long refusals, Duration after, String logged) {
        String line() {
            return "%-68s %7d %7.1f s   %s"
                    .formatted(right, refusals, after.toMillis() / 1000.0, logged.isEmpty() ? "(nothing)" : logged);
        }
    }

    @BeforeAll
    void aClusterThatWasInitialised() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        run = DeployedRun.on(bed, site, deployed);
        credentials();
        fleet = Fleet.create(bed, site, "w", NODES);
        Program first = run.launch().start();
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
        report();
        bed.close();
    }

    private void report() {
        if (missed.isEmpty()) {
            return;
        }
        var lines = new ArrayList<>(List.of(
                "Each right of the manifests in deploy/manifests, taken away from the packaged program: how many requests the",
                "API server then refused, all of them for this right; how long after the start the first of them came; and",
                "the first that the program, or its command explain, said of it. It says nothing of a watch of its Secret",
                "that is refused, since it then reads the Secret every few seconds. Real API server, simulated vCenter.",
                "%d of %d rights were missed. Not among them, since no minute shows it: %s (KubeEventsIT does)."
                        .formatted(
                                missed.size(),
                                rights().size(),
                                String.join(", ", LeastPrivilegeScenario.SHOWN_ELSEWHERE)),
                "",
                "%-68s %7s %9s   %s".formatted("right", "refused", "first", "log")));
        missed.forEach(each -> lines.add(each.line()));
        Report.write("missing-rights.txt", InstantSource.system(), lines);
    }

    List<GrantedRight> rights() {
        return deployed.rights().stream()
                .filter(right -> !LeastPrivilegeScenario.SHOWN_ELSEWHERE.contains(right.toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("rights")
    void aRemovedRightIsNeeded(GrantedRight right) {
        deployed.takeAway(right, bed.objects());
        run.giveLeaseToAnother();
        long mark = bed.apiProxy().calls().mark();
        Instant start = InstantSource.system().instant();
        Program started = run.launch().start();
        program = Optional.of(started);
        await().atMost(TIMEOUT)
                .until(() -> started.log().contains("Another process leads; waiting for its Lease")
                        || refused(mark).count() > 0);
        run.deleteLease();
        RunInvariants.forgetLogins(bed);

        CommandRun explanation = useAllRights();

        await().atMost(MINUTE).untilAsserted(() -> assertThat(refused(mark).names())
                .as(started.log())
                .isNotEmpty()
                .containsOnly(right.call()));
        assertThat(started.isAlive()).as(started.log()).isTrue();
        missed.add(missed(right, start, refused(mark), List.of(started.log(), explanation.log())));
    }

    private static Missed missed(GrantedRight right, Instant start, Calls refused, List<String> logs) {
        Instant first = refused.list().getFirst().at();
        return new Missed(right, refused.count(), Duration.between(start, first), forbiddenLine(logs));
    }

    /// Returns the beginning of the first line that reports a missing right, without time and place.
    private static String forbiddenLine(List<String> logs) {
        return logs.stream()
                .flatMap(String::lines)
                .filter(line -> FORBIDDEN.matcher(line).find())
                .findFirst()
                .map(line -> line.replaceFirst("^[IWE]\\d{4} [^\\]]*\\] ", "").replaceFirst(" https://\\S+", ""))
                .map(line -> line.length() > MAX_WAIT ? line.substring(0, MAX_WAIT) + " ..." : line)
                .orElse("");
    }

    /// Causes all the work that needs rights.
    ///
    /// @return the command that explained a Node meanwhile
    private CommandRun useAllRights() {
        int n = victims++;
        fleet.grow(1);
        fleet.fallsSilent(n);
        site.vcenter().operations().destroy(List.of(fleet.vm(n)));
        credentials();
        run.requestMetrics();
        CommandRun explanation = run.explain(fleet.name(TAINTED));
        run.taint(fleet.name(TAINTED));
        if (isInitialisedInTime()) {
            run.taint(fleet.name(TAINTED));
        }
        return explanation;
    }

    /// Returns true if the Node is initialised. Without some of the rights it never is.
    private boolean isInitialisedInTime() {
        try {
            await().until(() -> NodeAssertions.isInitialised(fleet.node(TAINTED)));
            return true;
        } catch (ConditionTimeoutException _) {
            return false;
        }
    }

    private void credentials() {
        run.putCredentials(site.vcenter().username(), site.vcenter().password());
    }

    private Calls refused(long mark) {
        return bed.apiProxy().calls().since(mark).where(call -> call.status() == 403);
    }
}
