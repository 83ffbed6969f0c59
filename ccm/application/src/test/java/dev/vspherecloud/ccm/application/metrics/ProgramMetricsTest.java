package dev.vspherecloud.ccm.application.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgramMetricsTest {
    private static final NodeName NODE = new NodeName("w-1");

    private final MetricsTestBed stage = new MetricsTestBed();

    @Test
    void nothingOfTheTableIsWithoutAFeeder() {
        assertThat(stage.metrics.registry().unregistered()).isEmpty();
    }

    @Test
    void everyMetricOfTheTableIsShownOnceItsThingHappened() {
        stage.passQuietly();
        stage.troubleOnce();

        assertThat(stage.scrape().families().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Metric.values()).map(Metric::text).toList());
    }

    @Test
    void aNodeIsCountedByWhatItIs() {
        stage.nodes.addTainted("w-3", "");
        stage.nodes.add("odd-1", "vsphere://no-uuid", "", false, List.of());

        Exposition text = stage.scrape();

        assertThat(text.value("vspherecloud_nodes", "state", "initialized")).contains(2.0);
        assertThat(text.value("vspherecloud_nodes", "state", "uninitialized")).contains(1.0);
        assertThat(text.value("vspherecloud_nodes", "state", "foreign")).contains(1.0);
        assertThat(text.value("vspherecloud_nodes", "state", "malformed")).contains(1.0);
    }

    @Test
    void aReasonIsCountedWhileItStandsAndZeroAfterwards() {
        NodeMetrics nodes = stage.metrics.nodes();
        nodes.onReasonsChanged(NODE, Set.of(NodeReason.VM_NOT_FOUND, VsphereReason.ZONE_MISSING));
        nodes.onReasonsChanged(new NodeName("w-2"), Set.of(NodeReason.VM_NOT_FOUND));
        assertThat(stage.scrape().value("vspherecloud_nodes_with_reason", "reason", "VmNotFound"))
                .contains(2.0);

        nodes.onReasonsChanged(NODE, Set.of());
        nodes.onReasonsChanged(new NodeName("w-2"), Set.of());

        assertThat(stage.scrape().value("vspherecloud_nodes_with_reason", "reason", "VmNotFound"))
                .contains(0.0);
    }

    @Test
    void theReactionIsFromWhatVcenterToldToTheFirstWrite() {
        NodeMetrics nodes = stage.metrics.nodes();
        nodes.markPending(NODE);
        stage.clock.advance(Duration.ofSeconds(2));
        nodes.markPending(NODE);
        stage.clock.advance(Duration.ofSeconds(1));

        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(stage.scrape().value("vspherecloud_reaction_seconds_count")).contains(1.0);
        assertThat(stage.scrape().value("vspherecloud_reaction_seconds_sum")).contains(3.0);
    }

    @Test
    void aLookThatHasNothingToWriteIsNoReaction() {
        NodeMetrics nodes = stage.metrics.nodes();
        nodes.markPending(NODE);
        Outcome _ = nodes.measure(NODE, _ -> new Outcome.Done());
        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(stage.scrape().value("vspherecloud_reaction_seconds_count")).contains(0.0);
    }

    @Test
    void aWriteThatFailsAtFirstMakesTheReactionLonger() {
        NodeMetrics nodes = stage.metrics.nodes();
        nodes.markPending(NODE);
        Outcome _ = nodes.measure(NODE, _ -> new Outcome.Retry("the API server is away"));
        stage.clock.advance(Duration.ofSeconds(7));
        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(stage.scrape().value("vspherecloud_reaction_seconds_sum")).contains(7.0);
    }

    @Test
    void aRefusedLoginIsSeenAsGrowthFromZero() {
        assertThat(refusals()).contains(0.0);

        stage.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);

        assertThat(refusals()).contains(1.0);
    }

    private Optional<Double> refusals() {
        return stage.scrape()
                .value("vspherecloud_vcenter_logins_total", "vcenter", "vc-a", "side", "soap", "result", "refused");
    }

    @Test
    void sessionsAreThoseThatBeganAndDidNotEnd() {
        stage.watch.onSessionStarted(LoginProtocol.SOAP);
        assertThat(sessions()).contains(2.0);

        stage.watch.onSessionEnded(LoginProtocol.SOAP);
        stage.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(sessions()).contains(0.0);
    }

    private Optional<Double> sessions() {
        return stage.scrape().value("vspherecloud_vcenter_sessions", "vcenter", "vc-a", "side", "soap");
    }

    @Test
    void whatWasEndedOnPurposeIsNoError() {
        stage.calls.onCall("WaitForUpdatesEx", Duration.ofSeconds(3), Optional.of(Kind.CANCELED));
        assertThat(stage.scrape().families()).doesNotContainKey("vspherecloud_vcenter_call_errors_total");

        stage.calls.onCall("WaitForUpdatesEx", Duration.ofSeconds(3), Optional.of(Kind.TIMEOUT));

        assertThat(stage.scrape().value("vspherecloud_vcenter_call_errors_total", "kind", "timeout"))
                .contains(1.0);
    }

    @Test
    void aVcenterThatIsNotConfiguredAnyMoreLeavesNothingBehind() {
        stage.passQuietly();
        stage.metrics.vcenters().setVcenters(List.of(stage.second));

        stage.calls.onCall("Logout", Duration.ofMillis(5), Optional.empty());
        stage.calls.onCertificate(stage.clock.instant());
        stage.watch.onWatchFailed(Kind.CANCELED);
        stage.watch.onLogin(LoginProtocol.REST, LoginOutcome.REFUSED);
        stage.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(stage.scrape().samples()).isNotEmpty().noneMatch(sample -> "vc-a"
                .equals(sample.labels().get("vcenter")));
    }

    @Test
    void theEndOfACertificateIsATimeThatDoesNotMove() {
        Instant end = stage.clock.instant().plus(Duration.ofDays(20));
        stage.calls.onCertificate(end);
        stage.clock.advance(Duration.ofDays(25));

        assertThat(stage.scrape().value("vspherecloud_vcenter_certificate_expiry_timestamp_seconds", "vcenter", "vc-a"))
                .contains((double) end.getEpochSecond());
    }

    @Test
    void everyKindOfFailureIsInTheTable() {
        for (Kind kind : Kind.values()) {
            stage.watch.onWatchFailed(kind);
        }

        assertThat(labels("vspherecloud_vcenter_watch_restarts_total", "kind"))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Kind.values()).map(kind -> kind.text()).toList());
    }

    @Test
    void everyFateOfALoginIsInTheTable() {
        for (LoginOutcome fate : LoginOutcome.values()) {
            stage.watch.onLogin(LoginProtocol.SOAP, fate);
        }

        assertThat(labels("vspherecloud_vcenter_logins_total", "result")).doesNotContain("other");
    }

    private List<String> labels(String metric, String label) {
        return requireNonNull(stage.scrape().families().get(metric)).samples().stream()
                .map(sample -> sample.labels().getOrDefault(label, ""))
                .distinct()
                .toList();
    }

    @Test
    void aRefusedConfigurationStaysSoUntilOneIsAccepted() {
        ConfigMetrics config = stage.metrics.config();
        config.onRejected();
        assertThat(stage.scrape().value("vspherecloud_config_last_reload_successful"))
                .contains(0.0);
        assertThat(stage.scrape().value("vspherecloud_config_generation")).contains(1.0);

        config.onAccepted(true);

        assertThat(stage.scrape().value("vspherecloud_config_last_reload_successful"))
                .contains(1.0);
        assertThat(stage.scrape().value("vspherecloud_config_generation")).contains(2.0);
    }
}
