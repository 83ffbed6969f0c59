package dev.vspherecloud.ccm.application.metrics;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.ApiExchange;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.QueueLoad;
import dev.vspherecloud.testkit.servers.Promtool;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// promtool of Prometheus evaluates the rules on the metrics of the program, healthy and with each fault.
/// `fired-alerts.yaml` next to this class lists the alerts that fire, with labels and texts.
class AlertsIT {
    private static final NodeName NODE = new NodeName("w-1");

    /// The fault of each minute that makes the alert fire.
    private static final Map<String, Consumer<AlertRun>> FAULTS = Map.ofEntries(
            entry("VsphereCloudAbsent", AlertRun::endScraping),
            entry("VsphereCloudNoLeader", on(stage -> stage.metrics.election().onLeadershipChanged(false))),
            entry("VsphereCloudTwoLeaders", AlertRun::scrapeTwin),
            entry("VsphereCloudNodesNotListed", on(stage -> stage.isSynced = false)),
            entry("VsphereCloudVcenterSilent", on(stage -> stage.first.fallSilent(VsphereReason.VCENTER_UNREACHABLE))),
            entry("VsphereCloudVcenterOutdated", on(stage -> stage.second.grow(Duration.ofMinutes(4)))),
            entry("VsphereCloudVcenterErrors", on(AlertsIT::timeOut)),
            entry("VsphereCloudWatchRestarts", on(stage -> stage.watch.onWatchFailed(Kind.SESSION_LOST))),
            entry("VsphereCloudLoginRefused", on(AlertsIT::loseAccount)),
            entry(
                    "VsphereCloudCredentialsNotAccepted",
                    once(stage -> stage.watch.onLogin(LoginProtocol.REST, LoginOutcome.REFUSED))),
            entry("VsphereCloudTooManySessions", once(stage -> stage.watch.onSessionStarted(LoginProtocol.SOAP))),
            entry("VsphereCloudCertificateExpires", on(stage -> showCertificate(stage, Duration.ofDays(20)))),
            entry("VsphereCloudCertificateExpiresSoon", on(stage -> showCertificate(stage, Duration.ofDays(6)))),
            entry("VsphereCloudNodesUninitialized", on(stage -> stage.nodes.addTainted("w-9", ""))),
            entry(
                    "VsphereCloudNodesMalformed",
                    on(stage -> stage.nodes.add("w-9", "vsphere://w-9", "", false, List.of()))),
            entry(
                    "VsphereCloudIdentityInDoubt",
                    on(stage -> stage.metrics.nodes().onReasonsChanged(NODE, Set.of(NodeReason.VM_AMBIGUOUS)))),
            entry("VsphereCloudReactionSlow", on(AlertsIT::reactLate)),
            entry(
                    "VsphereCloudBreakerOpen",
                    on(stage -> stage.metrics.lifecycle().onBreakerEvaluated(MetricsTestBed.open(7)))),
            entry(
                    "VsphereCloudDeletesBlocked",
                    on(stage -> stage.metrics.lifecycle().onReasonsChanged(NODE, Set.of(NodeReason.NODE_KEPT)))),
            entry(
                    "VsphereCloudDeleteFails",
                    once(stage -> stage.metrics.lifecycle().onDeleteFailed())),
            entry(
                    "VsphereCloudConfigRefused",
                    once(stage -> stage.metrics.config().onRejected())),
            entry("VsphereCloudApiServerErrors", on(AlertsIT::loseAnswer)),
            entry("VsphereCloudForbidden", on(stage -> stage.answer("PATCH", 403))),
            entry("VsphereCloudQueueLong", on(stage -> stage.load = new QueueLoad(150, Duration.ZERO, Duration.ZERO))),
            entry(
                    "VsphereCloudWorkerStuck",
                    on(stage -> stage.load = new QueueLoad(0, Duration.ofMinutes(5), Duration.ofMinutes(5)))),
            entry(
                    "VsphereCloudThreadFails",
                    once(stage -> stage.metrics.threads().onFailed("vcenter"))),
            entry("VsphereCloudEventsDropped", once(stage -> stage.eventsDropped.addAndGet(40))),
            entry("VsphereCloudMemoryShort", on(stage -> stage.isHeapFull = true)));

    /// Healthy minutes before the fault.
    private static final Duration LEAD = Duration.ofMinutes(5);

    private final List<AlertRule> rules = AlertRule.all();
    private final Map<String, List<Map<String, Object>>> fired = new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Project.resource(AlertsIT.class, "fired-alerts.yaml"));

    private static Consumer<AlertRun> on(Consumer<MetricsTestBed> fault) {
        return run -> fault.accept(run.stage);
    }

    private static Consumer<AlertRun> once(Consumer<MetricsTestBed> fault) {
        var done = new HashSet<AlertRun>();
        return run -> {
            if (done.add(run)) {
                fault.accept(run.stage);
            }
        };
    }

    private static void loseAccount(MetricsTestBed stage) {
        stage.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);
        stage.first.fallSilent(VsphereReason.LOGIN_REFUSED);
    }

    private static void timeOut(MetricsTestBed stage) {
        stage.calls.onCall("RetrievePropertiesEx", Duration.ofSeconds(20), Optional.of(Kind.TIMEOUT));
    }

    private static void showCertificate(MetricsTestBed stage, Duration left) {
        stage.otherCalls.onCertificate(stage.clock.instant().plus(left));
    }

    private static void reactLate(MetricsTestBed stage) {
        stage.metrics.nodes().markPending(NODE);
        stage.clock.advance(Duration.ofSeconds(45));
        Outcome _ = stage.metrics.nodes().measure(NODE, node -> {
            stage.metrics.nodes().onWritten(node);
            return new Outcome.Done();
        });
    }

    private static void loseAnswer(MetricsTestBed stage) {
        stage.metrics
                .api()
                .onExchanged(new ApiExchange(
                        "GET",
                        MetricsTestBed.HOST,
                        OptionalInt.empty(),
                        Duration.ofSeconds(15),
                        0,
                        OptionalLong.empty()));
    }

    static Set<String> faults() {
        return FAULTS.keySet();
    }

    private AlertRun run() {
        return new AlertRun(rules.stream()
                .flatMap(rule -> QueryNames.of(rule.expression()).selectors().stream())
                .map(QueryNames.Selector::metric)
                .collect(Collectors.toSet()));
    }

    @Test
    void promtoolFindsNothingWrongWithTheRules() {
        Promtool.Verdict verdict =
                Promtool.run("check", "rules", "--lint=all", "--lint-fatal", AlertRule.FILE.toString());

        assertThat(verdict.isSuccess()).as(verdict.output()).isTrue();
        assertThat(verdict.output()).contains("SUCCESS: %d rules found".formatted(rules.size()));
    }

    @Test
    void allAreSilentWhileEverythingIsAsItShouldBe() throws IOException {
        AlertRun run = run();

        run.pass(Duration.ofHours(2), _ -> {});

        requireThatNoneFired("healthy", run);
    }

    private static void requireThatNoneFired(String name, AlertRun run) throws IOException {
        new PromtoolFile(name, run)
                .isEmpty("max_over_time(ALERTS{alertstate=\"firing\"}[1d])")
                .check();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void eachFiresUnderItsFaultAndSaysOfWhat(String alert) throws IOException {
        AlertRule rule = rule(alert);
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        run.pass(rule.patience().plusMinutes(12), FAULTS.getOrDefault(alert, _ -> {}));

        new PromtoolFile(alert, run)
                .alert(alert, LEAD.plus(rule.patience()).toMinutes(), List.of())
                .alert(alert, run.minute(), fired.getOrDefault(alert, List.of()))
                .isEmpty("max_over_time(ALERTS{alertname=\"%s\",alertstate=\"firing\",cluster!=\"north\"}[1d])"
                        .formatted(alert))
                .check();
    }

    /// vCenter changes first: it refuses the old password once, and accepts the new one as soon as the Secret
    /// contains it.
    @Test
    void aPasswordThatIsChangedAlarmsNobody() throws IOException {
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        run.pass(Duration.ofMinutes(1), once(stage -> {
            stage.watch.onWatchFailed(Kind.SESSION_LOST);
            stage.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);
            stage.first.fallSilent(VsphereReason.LOGIN_REFUSED);
        }));
        run.pass(Duration.ofMinutes(2), _ -> {});
        run.pass(Duration.ofMinutes(1), once(stage -> {
            stage.first.answer();
            stage.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.ACCEPTED);
        }));

        run.pass(Duration.ofHours(3), _ -> {});

        requireThatNoneFired("password-changed", run);
    }

    /// The Secret changes first: vCenter refuses the new password twice while the session stays valid, and then
    /// accepts it.
    @Test
    void aPasswordThatVcenterLearnsLaterAlarmsNobody() throws IOException {
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        for (LoginOutcome fate : List.of(LoginOutcome.REFUSED, LoginOutcome.REFUSED, LoginOutcome.ACCEPTED)) {
            run.pass(Duration.ofMinutes(5), once(stage -> stage.watch.onLogin(LoginProtocol.SOAP, fate)));
        }

        run.pass(Duration.ofHours(3), _ -> {});

        requireThatNoneFired("password-learnt-later", run);
    }

    private AlertRule rule(String name) {
        return rules.stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachHasAFaultAndThereAreEnough() {
        assertThat(rules).extracting(AlertRule::name).containsExactlyInAnyOrderElementsOf(FAULTS.keySet());
        assertThat(fired.keySet()).isEqualTo(FAULTS.keySet());
        assertThat(fired.values()).noneMatch(List::isEmpty);
        assertThat(rules).hasSizeGreaterThanOrEqualTo(12);
    }
}
