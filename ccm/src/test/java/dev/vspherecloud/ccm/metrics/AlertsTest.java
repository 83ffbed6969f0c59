package dev.vspherecloud.ccm.metrics;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.kubernetes.ApiExchange;
import dev.vspherecloud.reconcile.Load;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.testkit.promql.Expression;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.LoginFate;
import dev.vspherecloud.vsphere.inventory.LoginSide;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlertsTest {
    private static final NodeName NODE = new NodeName("w-1");
    private static final Pattern LABEL = Pattern.compile("\\$labels\\.([a-z]+)");
    private static final Pattern SECTION = Pattern.compile("(?m)^## (\\w+)$");

    /// What goes wrong in each minute, so that the alert fires.
    private static final Map<String, Consumer<AlertRun>> FAULTS = Map.ofEntries(
            entry("VsphereCloudAbsent", AlertRun::endScraping),
            entry("VsphereCloudNoLeader", on(stage -> stage.metrics.election().leads(false))),
            entry("VsphereCloudTwoLeaders", AlertRun::scrapeTwin),
            entry("VsphereCloudNodesNotListed", on(stage -> stage.isSynced = false)),
            entry("VsphereCloudVcenterSilent", on(stage -> stage.first.fallSilent(ReasonCode.VCENTER_UNREACHABLE))),
            entry("VsphereCloudVcenterOutdated", on(stage -> stage.second.grow(Duration.ofMinutes(4)))),
            entry("VsphereCloudVcenterErrors", on(AlertsTest::timeOut)),
            entry("VsphereCloudWatchRestarts", on(stage -> stage.watch.broke(Kind.SESSION_LOST))),
            entry("VsphereCloudLoginRefused", on(AlertsTest::loseAccount)),
            entry(
                    "VsphereCloudCredentialsNotAccepted",
                    once(stage -> stage.watch.loginSent(LoginSide.REST, LoginFate.REFUSED))),
            entry("VsphereCloudTooManySessions", once(stage -> stage.watch.sessionBegan(LoginSide.SOAP))),
            entry("VsphereCloudCertificateExpires", on(stage -> showCertificate(stage, Duration.ofDays(20)))),
            entry("VsphereCloudCertificateExpiresSoon", on(stage -> showCertificate(stage, Duration.ofDays(6)))),
            entry("VsphereCloudNodesUninitialized", on(stage -> stage.nodes.addTainted("w-9", ""))),
            entry(
                    "VsphereCloudNodesMalformed",
                    on(stage -> stage.nodes.add("w-9", "vsphere://w-9", "", false, List.of()))),
            entry(
                    "VsphereCloudIdentityInDoubt",
                    on(stage -> stage.metrics.nodes().stand(NODE, Set.of(ReasonCode.VM_AMBIGUOUS)))),
            entry("VsphereCloudReactionSlow", on(AlertsTest::reactLate)),
            entry(
                    "VsphereCloudBreakerOpen",
                    on(stage -> stage.metrics.lifecycle().judged(MetricsStage.open(7)))),
            entry(
                    "VsphereCloudDeletesBlocked",
                    on(stage -> stage.metrics.lifecycle().stand(NODE, Set.of(ReasonCode.NODE_KEPT)))),
            entry(
                    "VsphereCloudDeleteFails",
                    once(stage -> stage.metrics.lifecycle().deleteFailed())),
            entry(
                    "VsphereCloudConfigRefused",
                    once(stage -> stage.metrics.config().refused())),
            entry("VsphereCloudApiServerErrors", on(AlertsTest::loseAnswer)),
            entry("VsphereCloudForbidden", on(stage -> stage.answer("PATCH", 403))),
            entry("VsphereCloudQueueLong", on(stage -> stage.load = new Load(150, Duration.ZERO, Duration.ZERO))),
            entry(
                    "VsphereCloudWorkerStuck",
                    on(stage -> stage.load = new Load(0, Duration.ofMinutes(5), Duration.ofMinutes(5)))),
            entry(
                    "VsphereCloudThreadFails",
                    once(stage -> stage.metrics.threads().failed("vcenter"))),
            entry("VsphereCloudEventsDropped", once(stage -> stage.eventsDropped.addAndGet(40))),
            entry("VsphereCloudMemoryShort", on(stage -> stage.isHeapFull = true)));

    private final List<AlertRule> rules = rules();

    private static Consumer<AlertRun> on(Consumer<MetricsStage> fault) {
        return run -> fault.accept(run.stage);
    }

    private static Consumer<AlertRun> once(Consumer<MetricsStage> fault) {
        var done = new HashSet<AlertRun>();
        return run -> {
            if (done.add(run)) {
                fault.accept(run.stage);
            }
        };
    }

    private static void loseAccount(MetricsStage stage) {
        stage.watch.loginSent(LoginSide.SOAP, LoginFate.REFUSED);
        stage.first.fallSilent(ReasonCode.LOGIN_REFUSED);
    }

    private static void timeOut(MetricsStage stage) {
        stage.calls.called("RetrievePropertiesEx", Duration.ofSeconds(20), Optional.of(Kind.TIMEOUT));
    }

    private static void showCertificate(MetricsStage stage, Duration left) {
        stage.otherCalls.showedCertificate(stage.clock.instant().plus(left));
    }

    private static void reactLate(MetricsStage stage) {
        stage.metrics.nodes().told(NODE);
        stage.clock.advance(Duration.ofSeconds(45));
        Outcome _ = stage.metrics.nodes().look(NODE, node -> {
            stage.metrics.nodes().written(node);
            return new Outcome.Done();
        });
    }

    private static void loseAnswer(MetricsStage stage) {
        stage.metrics
                .api()
                .exchanged(new ApiExchange(
                        "GET",
                        MetricsStage.HOST,
                        OptionalInt.empty(),
                        Duration.ofSeconds(15),
                        0,
                        OptionalLong.empty()));
    }

    private static List<AlertRule> rules() {
        try {
            return AlertRule.all(Project.root());
        } catch (IOException e) {
            throw new IllegalStateException("the rules can't be read", e);
        }
    }

    static Set<String> faults() {
        return FAULTS.keySet();
    }

    @Test
    void allAreSilentWhileEverythingIsAsItShouldBe() {
        var run = new AlertRun(rules);

        run.pass(Duration.ofHours(2), _ -> {});

        assertThat(run.fired()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void eachFiresUnderItsFaultAndSaysOfWhat(String alert) {
        AlertRule rule = rule(alert);
        var run = new AlertRun(List.of(rule));
        run.pass(Duration.ofMinutes(5), _ -> {});
        assertThat(run.fired()).isEmpty();

        run.pass(rule.patience().plusMinutes(12), FAULTS.getOrDefault(alert, _ -> {}));

        assertThat(run.fired()).containsKey(alert);
        assertThat(run.fired().get(alert))
                .allSatisfy(labels -> assertThat(labels.keySet()).containsAll(spokenOf(rule)))
                .allSatisfy(labels -> assertThat(labels).containsEntry("cluster", "north"));
    }

    /// vCenter first: the old password is refused once, and the new one is accepted when the Secret brings it.
    @Test
    void aPasswordThatIsChangedAlarmsNobody() {
        var run = new AlertRun(rules);
        run.pass(Duration.ofMinutes(5), _ -> {});
        run.pass(Duration.ofMinutes(1), once(stage -> {
            stage.watch.broke(Kind.SESSION_LOST);
            stage.watch.loginSent(LoginSide.SOAP, LoginFate.REFUSED);
            stage.first.fallSilent(ReasonCode.LOGIN_REFUSED);
        }));
        run.pass(Duration.ofMinutes(2), _ -> {});
        run.pass(Duration.ofMinutes(1), once(stage -> {
            stage.first.answer();
            stage.watch.loginSent(LoginSide.SOAP, LoginFate.ACCEPTED);
        }));

        run.pass(Duration.ofHours(3), _ -> {});

        assertThat(run.fired()).isEmpty();
    }

    /// The program first: the new password is refused twice while the session lives on, and then accepted.
    @Test
    void aPasswordThatVcenterLearnsLaterAlarmsNobody() {
        var run = new AlertRun(rules);
        run.pass(Duration.ofMinutes(5), _ -> {});
        for (LoginFate fate : List.of(LoginFate.REFUSED, LoginFate.REFUSED, LoginFate.ACCEPTED)) {
            run.pass(Duration.ofMinutes(5), once(stage -> stage.watch.loginSent(LoginSide.SOAP, fate)));
        }

        run.pass(Duration.ofHours(3), _ -> {});

        assertThat(run.fired()).isEmpty();
    }

    /// What neither a label nor an expression keeps apart would hide one cluster behind another.
    @Test
    void eachThatPutsSeriesTogetherKeepsClustersApart() {
        assertThat(rules)
                .extracting(rule -> Set.copyOf(rule.expression().groupings().toList()))
                .allMatch(groupings -> groupings.isEmpty() || groupings.containsAll(Set.of("cluster", "job")));
    }

    private AlertRule rule(String name) {
        return rules.stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> spokenOf(AlertRule rule) {
        var labels = new HashSet<String>();
        rule.annotations()
                .values()
                .forEach(text -> LABEL.matcher(text).results().forEach(found -> labels.add(found.group(1))));
        return labels;
    }

    @Test
    void eachHasAFaultAndThereAreEnough() {
        assertThat(rules).extracting(AlertRule::name).containsExactlyInAnyOrderElementsOf(FAULTS.keySet());
        assertThat(rules).hasSizeGreaterThanOrEqualTo(12);
    }

    @Test
    void eachNamesOnlyMetricsAndLabelsOfTheTable() {
        for (AlertRule rule : rules) {
            NamesInQuery.requireInTable(rule.name(), rule.expression());
        }
    }

    @Test
    void eachSaysWhatItIsAndLeadsToWhatToDo() throws IOException {
        String page = Project.read(Project.path("docs/how-to/alerts.md"));

        assertThat(SECTION.matcher(page).results().map(found -> found.group(1)))
                .containsExactlyElementsOf(rules.stream().map(AlertRule::name).toList());
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.severity()).isIn("critical", "warning");
            assertThat(rule.annotations().get("summary")).endsWith(".");
            assertThat(rule.annotations().get("description")).endsWith(".");
            assertThat(rule.annotations().get("runbook_url"))
                    .isEqualTo("https://vspherecloud.dev/docs/how-to/alerts#"
                            + rule.name().toLowerCase(Locale.ROOT));
        });
    }

    @Test
    void aMetricThatIsNotInTheTableIsNoticed() {
        Expression query = Expression.parse("vspherecloud_no_such_thing > 0");

        assertThat(NamesInQuery.unknown(query)).containsExactly("vspherecloud_no_such_thing");
        assertThat(NamesInQuery.unknown(Expression.parse("sum by (node) (vspherecloud_nodes{zone=\"a\"})")))
                .containsExactlyInAnyOrder("node", "zone");
    }
}
