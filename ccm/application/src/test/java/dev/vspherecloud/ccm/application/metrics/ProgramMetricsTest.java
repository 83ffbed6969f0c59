package dev.vspherecloud.ccm.application.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
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

    private final MetricsTestBed bed = new MetricsTestBed();

    @Test
    void everyMetricOfTheTableIsRegistered() {
        assertThat(bed.metrics.registry().unregistered()).isEmpty();
    }

    @Test
    void everyMetricOfTheTableIsShownAfterItsEvent() {
        bed.passQuietly();
        bed.troubleOnce();

        assertThat(bed.scrape().families().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Metric.values()).map(Metric::text).toList());
    }

    @Test
    void aNodeIsCountedByItsState() {
        bed.nodes.addTainted("w-3", "");
        bed.nodes.add("odd-1", "vsphere://no-uuid", "", false, List.of());

        Exposition text = bed.scrape();

        assertThat(text.value("vspherecloud_nodes", "state", "initialized")).contains(2.0);
        assertThat(text.value("vspherecloud_nodes", "state", "uninitialized")).contains(1.0);
        assertThat(text.value("vspherecloud_nodes", "state", "foreign")).contains(1.0);
        assertThat(text.value("vspherecloud_nodes", "state", "malformed")).contains(1.0);
    }

    @Test
    void aReasonIsCountedWhileItIsReportedAndZeroAfterwards() {
        NodeMetrics nodes = bed.metrics.nodes();
        nodes.onReasonsChanged(
                NODE,
                Set.of(new Reason(NodeReason.VM_NOT_FOUND, "why"), new Reason(VsphereReason.ZONE_MISSING, "why")));
        nodes.onReasonsChanged(new NodeName("w-2"), Set.of(new Reason(NodeReason.VM_NOT_FOUND, "why")));
        assertThat(bed.scrape().value("vspherecloud_nodes_with_reason", "reason", "VmNotFound"))
                .contains(2.0);

        nodes.onReasonsChanged(NODE, Set.of());
        nodes.onReasonsChanged(new NodeName("w-2"), Set.of());

        assertThat(bed.scrape().value("vspherecloud_nodes_with_reason", "reason", "VmNotFound"))
                .contains(0.0);
    }

    @Test
    void theReactionTimeIsFromTheVcenterChangeToTheFirstWrite() {
        NodeMetrics nodes = bed.metrics.nodes();
        nodes.markPending(NODE);
        bed.clock.advance(Duration.ofSeconds(2));
        nodes.markPending(NODE);
        bed.clock.advance(Duration.ofSeconds(1));

        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(bed.scrape().value("vspherecloud_reaction_seconds_count")).contains(1.0);
        assertThat(bed.scrape().value("vspherecloud_reaction_seconds_sum")).contains(3.0);
    }

    @Test
    void aReconcileWithoutWriteIsNoReaction() {
        NodeMetrics nodes = bed.metrics.nodes();
        nodes.markPending(NODE);
        Outcome _ = nodes.measure(NODE, _ -> new Outcome.Done());
        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(bed.scrape().value("vspherecloud_reaction_seconds_count")).contains(0.0);
    }

    @Test
    void aWriteThatFailsAtFirstMakesTheReactionLonger() {
        NodeMetrics nodes = bed.metrics.nodes();
        nodes.markPending(NODE);
        Outcome _ = nodes.measure(NODE, _ -> new Outcome.Retry("the API server is away"));
        bed.clock.advance(Duration.ofSeconds(7));
        Outcome _ = nodes.measure(NODE, node -> {
            nodes.onWritten(node);
            return new Outcome.Done();
        });

        assertThat(bed.scrape().value("vspherecloud_reaction_seconds_sum")).contains(7.0);
    }

    @Test
    void aRefusedLoginIsSeenAsGrowthFromZero() {
        assertThat(refusals()).contains(0.0);

        bed.watch.onLogin(LoginProtocol.SOAP, LoginOutcome.REFUSED);

        assertThat(refusals()).contains(1.0);
    }

    private Optional<Double> refusals() {
        return bed.scrape()
                .value("vspherecloud_vcenter_logins_total", "vcenter", "vc-a", "side", "soap", "result", "refused");
    }

    @Test
    void sessionsAreThoseThatBeganAndDidNotEnd() {
        bed.watch.onSessionStarted(LoginProtocol.SOAP);
        assertThat(sessions()).contains(2.0);

        bed.watch.onSessionEnded(LoginProtocol.SOAP);
        bed.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(sessions()).contains(0.0);
    }

    private Optional<Double> sessions() {
        return bed.scrape().value("vspherecloud_vcenter_sessions", "vcenter", "vc-a", "side", "soap");
    }

    @Test
    void aCanceledCallIsNoError() {
        bed.calls.onCall("WaitForUpdatesEx", Duration.ofSeconds(3), Optional.of(Kind.CANCELED));
        assertThat(bed.scrape().families()).doesNotContainKey("vspherecloud_vcenter_call_errors_total");

        bed.calls.onCall("WaitForUpdatesEx", Duration.ofSeconds(3), Optional.of(Kind.TIMEOUT));

        assertThat(bed.scrape().value("vspherecloud_vcenter_call_errors_total", "kind", "timeout"))
                .contains(1.0);
    }

    @Test
    void aVcenterThatIsNoLongerConfiguredHasNoSeries() {
        bed.passQuietly();
        bed.metrics.vcenters().setVcenters(List.of(bed.second));

        bed.calls.onCall("Logout", Duration.ofMillis(5), Optional.empty());
        bed.calls.onCertificate(bed.clock.instant());
        bed.watch.onWatchFailed(Kind.CANCELED);
        bed.watch.onLogin(LoginProtocol.REST, LoginOutcome.REFUSED);
        bed.watch.onSessionEnded(LoginProtocol.SOAP);

        assertThat(bed.scrape().samples()).isNotEmpty().noneMatch(sample -> "vc-a"
                .equals(sample.labels().get("vcenter")));
    }

    @Test
    void theEndOfACertificateIsATimeThatDoesNotMove() {
        Instant end = bed.clock.instant().plus(Duration.ofDays(20));
        bed.calls.onCertificate(end);
        bed.clock.advance(Duration.ofDays(25));

        assertThat(bed.scrape().value("vspherecloud_vcenter_certificate_expiry_timestamp_seconds", "vcenter", "vc-a"))
                .contains((double) end.getEpochSecond());
    }

    @Test
    void everyKindOfFailureIsInTheTable() {
        for (Kind kind : Kind.values()) {
            bed.watch.onWatchFailed(kind);
        }

        assertThat(labels("vspherecloud_vcenter_watch_restarts_total", "kind"))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Kind.values()).map(kind -> kind.text()).toList());
    }

    @Test
    void everyLoginOutcomeIsInTheTable() {
        for (LoginOutcome outcome : LoginOutcome.values()) {
            bed.watch.onLogin(LoginProtocol.SOAP, outcome);
        }

        assertThat(labels("vspherecloud_vcenter_logins_total", "result")).doesNotContain("other");
    }

    private List<String> labels(String metric, String label) {
        return requireNonNull(bed.scrape().families().get(metric)).samples().stream()
                .map(sample -> sample.labels().getOrDefault(label, ""))
                .distinct()
                .toList();
    }

    @Test
    void aRefusedConfigurationStaysSoUntilOneIsAccepted() {
        ConfigMetrics config = bed.metrics.config();
        config.onRejected();
        assertThat(bed.scrape().value("vspherecloud_config_last_reload_successful"))
                .contains(0.0);
        assertThat(bed.scrape().value("vspherecloud_config_generation")).contains(1.0);

        config.onAccepted(true);

        assertThat(bed.scrape().value("vspherecloud_config_last_reload_successful"))
                .contains(1.0);
        assertThat(bed.scrape().value("vspherecloud_config_generation")).contains(2.0);
    }
}
