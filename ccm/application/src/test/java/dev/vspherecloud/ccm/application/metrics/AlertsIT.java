package dev.vspherecloud.ccm.application.metrics;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
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
            entry("VsphereCloudNoLeader", on(bed -> bed.metrics.election().onLeadershipChanged(false))),
            entry("VsphereCloudTwoLeaders", AlertRun::scrapeSecondLeader),
            entry("VsphereCloudNodesNotListed", on(bed -> bed.isSynced = false)),
            entry("VsphereCloudVcenterSilent", on(bed -> bed.first.fallSilent(VsphereReason.VCENTER_UNREACHABLE))),
            entry("VsphereCloudVcenterOutdated", on(bed -> bed.second.setAge(Duration.ofMinutes(4)))),
            entry("VsphereCloudVcenterErrors", on(AlertsIT::timeOut)),
            entry("VsphereCloudWatchRestarts", on(bed -> bed.watch.onWatchFailed(Kind.SESSION_LOST))),
            entry("VsphereCloudLoginRefused", on(AlertsIT::loseAccount)),
            entry(
                    "VsphereCloudCredentialsNotAccepted",
                    once(bed -> bed.watch.onLogin(LoginProtocol.REST, LoginOutcome.REFUSED))),
            entry("VsphereCloudCredentialsOutdated", on(bed -> bed.first.keepCredentials("not supported"))),
            entry("VsphereCloudTooManySessions", once(bed -> bed.watch.onSessionStarted(LoginProtocol.SOAP))),
            entry("VsphereCloudCertificateExpires", on(bed -> showCertificate(bed, Duration.ofDays(20)))),
            entry("VsphereCloudCertificateExpiresSoon", on(bed -> showCertificate(bed, Duration.ofDays(6)))),
            entry("VsphereCloudNodesUninitialized", on(bed -> bed.nodes.addTainted("w-9", ""))),
            entry("VsphereCloudNodesMalformed", on(bed -> bed.nodes.add("w-9", "vsphere://w-9", "", false, List.of()))),
            entry("VsphereCloudIdentityInDoubt", on(bed -> bed.metrics
                    .nodes()
                    .onReasonsChanged(NODE, Set.of(new Reason(NodeReason.VM_AMBIGUOUS, "why"))))),
            entry("VsphereCloudReactionSlow", on(AlertsIT::reactLate)),
            entry(
                    "VsphereCloudBreakerOpen",
                    on(bed -> bed.metrics.lifecycle().onBreakerEvaluated(MetricsTestBed.open(7)))),
            entry("VsphereCloudDeletesBlocked", on(bed -> bed.metrics
                    .lifecycle()
                    .onReasonsChanged(NODE, Set.of(new Reason(NodeReason.NODE_KEPT, "why"))))),
            entry("VsphereCloudDeleteFails", once(bed -> bed.metrics.lifecycle().onDeleteFailed())),
            entry("VsphereCloudConfigRefused", once(bed -> bed.metrics.config().onRejected())),
            entry("VsphereCloudApiServerErrors", on(AlertsIT::loseAnswer)),
            entry("VsphereCloudForbidden", on(bed -> bed.answer("PATCH", 403))),
            entry("VsphereCloudQueueLong", on(bed -> bed.load = new QueueLoad(150, Duration.ZERO, Duration.ZERO))),
            entry(
                    "VsphereCloudWorkerStuck",
                    on(bed -> bed.load = new QueueLoad(0, Duration.ofMinutes(5), Duration.ofMinutes(5)))),
            entry("VsphereCloudThreadFails", once(bed -> bed.metrics.threads().onFailed("vcenter"))),
            entry("VsphereCloudEventsDropped", once(bed -> bed.eventsDropped.addAndGet(40))),
            entry("VsphereCloudMemoryShort", on(bed -> bed.isHeapFull = true)));

    /// Healthy minutes before the fault.
    private static final Duration LEAD = Duration.ofMinutes(5);

    private final List<AlertRule> rules = AlertRule.all();
    private final Map<String, List<Map<String, Object>>> fired = new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Project.resource(AlertsIT.class, "fired-alerts.yaml"));

    private static Consumer<AlertRun> on(Consumer<MetricsTestBed> fault) {
        return run -> fault.accept(run.bed);
    }

    private static Consumer<AlertRun> once(Consumer<MetricsTestBed> fault) {
        var done = new HashSet<AlertRun>();
        return run -> {
            if (done.add(run)) {
                fault.accept(run.bed);
            }
        };
    }

    private static void loseAccount(MetricsTestBed bed) {
        bed.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);
        bed.first.fallSilent(VsphereReason.LOGIN_REFUSED);
    }

    private static void timeOut(MetricsTestBed bed) {
        bed.calls.onCall("RetrievePropertiesEx", Duration.ofSeconds(20), Optional.of(Kind.TIMEOUT));
    }

    private static void showCertificate(MetricsTestBed bed, Duration left) {
        bed.otherCalls.onCertificate(bed.clock.instant().plus(left));
    }

    private static void reactLate(MetricsTestBed bed) {
        bed.metrics.nodes().markPending(NODE);
        bed.clock.advance(Duration.ofSeconds(45));
        Outcome _ = bed.metrics.nodes().measure(NODE, node -> {
            bed.metrics.nodes().onWritten(node);
            return new Outcome.Done();
        });
    }

    private static void loseAnswer(MetricsTestBed bed) {
        bed.metrics
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
    void promtoolAcceptsTheRules() {
        Promtool.Verdict verdict =
                Promtool.run("check", "rules", "--lint=all", "--lint-fatal", AlertRule.FILE.toString());

        assertThat(verdict.isSuccess()).as(verdict.output()).isTrue();
        assertThat(verdict.output()).contains("SUCCESS: %d rules found".formatted(rules.size()));
    }

    @Test
    void noAlertFiresWhileEverythingIsHealthy() throws IOException {
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
    void eachAlertFiresForItsFaultWithItsLabels(String alert) throws IOException {
        AlertRule rule = rule(alert);
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        run.pass(rule.pendingTime().plusMinutes(12), FAULTS.getOrDefault(alert, _ -> {}));

        new PromtoolFile(alert, run)
                .alert(alert, LEAD.plus(rule.pendingTime()).toMinutes(), List.of())
                .alert(alert, run.minute(), fired.getOrDefault(alert, List.of()))
                .isEmpty("max_over_time(ALERTS{alertname=\"%s\",alertstate=\"firing\",cluster!=\"north\"}[1d])"
                        .formatted(alert))
                .check();
    }

    /// vCenter changes first: it refuses the old password once, and accepts the new one as soon as the Secret
    /// contains it.
    @Test
    void aChangedPasswordFiresNoAlert() throws IOException {
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        run.pass(Duration.ofMinutes(1), once(bed -> {
            bed.watch.onWatchFailed(Kind.SESSION_LOST);
            bed.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);
            bed.first.fallSilent(VsphereReason.LOGIN_REFUSED);
        }));
        run.pass(Duration.ofMinutes(2), _ -> {});
        run.pass(Duration.ofMinutes(1), once(bed -> {
            bed.first.answer();
            bed.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.ACCEPTED);
        }));

        run.pass(Duration.ofHours(3), _ -> {});

        requireThatNoneFired("password-changed", run);
    }

    /// The Secret changes first: vCenter refuses the new password twice while the session stays valid, and then
    /// accepts it.
    @Test
    void aPasswordThatVcenterGetsLaterFiresNoAlert() throws IOException {
        AlertRun run = run();
        run.pass(LEAD, _ -> {});
        for (LoginOutcome outcome : List.of(LoginOutcome.REFUSED, LoginOutcome.REFUSED, LoginOutcome.ACCEPTED)) {
            run.pass(Duration.ofMinutes(5), once(bed -> bed.watch.onLogin(LoginProtocol.SOAP, outcome)));
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
    void eachAlertHasAFaultAndThereAreEnough() {
        assertThat(rules).extracting(AlertRule::name).containsExactlyInAnyOrderElementsOf(FAULTS.keySet());
        assertThat(fired.keySet()).isEqualTo(FAULTS.keySet());
        assertThat(fired.values()).noneMatch(List::isEmpty);
        assertThat(rules).hasSizeGreaterThanOrEqualTo(12);
    }
}
