package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the status page reads from the observers of the metrics.
class StatesTest {
    private static final NodeName NODE = new NodeName("w-1");

    private final MetricsTestBed bed = new MetricsTestBed();

    @Test
    void aReasonAppliesSinceItsFirstReportAlsoIfItsMessageChanges() {
        Instant first = bed.clock.instant();
        bed.metrics.nodes().onReasonsChanged(NODE, Set.of(new Reason(NodeReason.VM_NOT_FOUND, "one")));
        bed.clock.advance(Duration.ofMinutes(3));
        var changed = new Reason(NodeReason.VM_NOT_FOUND, "two");
        bed.metrics.nodes().onReasonsChanged(NODE, Set.of(changed));

        assertThat(bed.metrics.nodes().reasons()).containsExactly(new NodeWithReason(NODE, changed, first));

        bed.metrics.nodes().onReasonsChanged(NODE, Set.of());
        bed.metrics.nodes().onReasonsChanged(NODE, Set.of(changed));

        assertThat(bed.metrics.nodes().reasons())
                .containsExactly(new NodeWithReason(NODE, changed, first.plus(Duration.ofMinutes(3))));
    }

    @Test
    void withheldDeletionsAndTheIncidentAreShown() {
        bed.troubleOnce();

        assertThat(bed.metrics.lifecycle().withheld())
                .extracting(each -> each.reason().code())
                .containsExactly(NodeReason.MASS_DISAPPEARANCE);
        assertThat(bed.metrics.lifecycle().incident().map(Incident::members).map(Set::size))
                .contains(2);
        assertThat(bed.metrics.nodes().byState())
                .containsEntry("initialized", 2)
                .containsEntry("foreign", 1);
    }

    @Test
    void aVcenterHasItsSessionsAndTheCallsOfTheLastFullMinute() {
        assertThat(bed.metrics.vcenters().states().getFirst().callsLastMinute()).isEmpty();
        bed.passQuietly();
        bed.passQuietly();

        VcenterState first = bed.metrics.vcenters().states().getFirst();
        assertThat(first.name()).isEqualTo("vc-a");
        assertThat(first.soapSessions()).isEqualTo(1);
        assertThat(first.restSessions()).isEqualTo(1);
        assertThat(first.callsLastMinute()).contains(2L);
        assertThat(first.lastAnswer()).contains(Duration.ofSeconds(12));
        assertThat(first.certificateEnd()).isPresent();

        bed.clock.advance(Duration.ofMinutes(2));
        assertThat(bed.metrics.vcenters().states().getFirst().callsLastMinute()).contains(0L);
    }

    @Test
    void aVcenterWhoseSecretIsUnusableSaysSo() {
        bed.first.keepCredentials("login through a session manager is not supported");

        assertThat(bed.metrics.vcenters().states())
                .extracting(VcenterState::credentialsKeptBecause)
                .containsExactly(Optional.of("login through a session manager is not supported"), Optional.empty());
        assertThat(bed.scrape().value("vspherecloud_vcenter_credentials_outdated", "vcenter", "vc-a"))
                .contains(1.0);
        assertThat(bed.scrape().value("vspherecloud_vcenter_credentials_outdated", "vcenter", "vc-b"))
                .contains(0.0);
    }

    @Test
    void aSilentVcenterHasAReason() {
        bed.first.fallSilent(VsphereReason.LOGIN_REFUSED);

        assertThat(bed.metrics.vcenters().states().getFirst().silence())
                .isEqualTo(Optional.of(new Reason(VsphereReason.LOGIN_REFUSED, "silenced by the test")));
    }
}
