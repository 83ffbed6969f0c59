package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConfirmedVcenterChangesTest {
    private static final UUID VCENTER = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private static final UUID OTHER = UUID.fromString("00000000-0000-0000-0000-000000000002");
    private static final EventPosition EVENT = new EventPosition(7, Instant.parse("2026-01-02T10:00:00Z"));

    @Test
    void onlyUnconfirmedRestoresAreReplaced() {
        var before = new ConfirmedVcenterChanges(Map.of(VCENTER, EVENT), Set.of(OTHER), Map.of(VCENTER, EVENT));

        assertThat(before.withUnconfirmed(Map.of(OTHER, EVENT)))
                .isEqualTo(new ConfirmedVcenterChanges(Map.of(VCENTER, EVENT), Set.of(OTHER), Map.of(OTHER, EVENT)));
    }
}
