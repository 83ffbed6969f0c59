package dev.vspherecloud.domain.existence;

import static dev.vspherecloud.domain.Fixtures.VCENTER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IncidentIdTest {
    @Test
    void theIdIsShortAndTheSameForTheSameIncident() {
        assertThat(IncidentId.restored(VCENTER, Optional.empty())).isEqualTo("restored-67fa651b");
        assertThat(IncidentId.replaced(VCENTER)).isEqualTo("replaced-67fa651b");
        assertThat(IncidentId.hash("")).isEqualTo("00000000");
    }

    @Test
    void eachRestoreOfEachVcenterHasItsOwnId() {
        var once = new ConfirmedVcenterChanges(Map.of(VCENTER, CheckResultText.mark(15)), Set.of(), Map.of());
        var twice = new ConfirmedVcenterChanges(Map.of(VCENTER, CheckResultText.mark(16)), Set.of(), Map.of());

        assertThat(Set.of(
                        ConfirmedVcenterChanges.NONE.idOf(VCENTER),
                        ConfirmedVcenterChanges.NONE.idOf(CheckResultText.OTHER),
                        once.idOf(VCENTER),
                        twice.idOf(VCENTER)))
                .hasSize(4);
        assertThat(once.idOf(CheckResultText.OTHER))
                .isEqualTo(ConfirmedVcenterChanges.NONE.idOf(CheckResultText.OTHER));
    }
}
