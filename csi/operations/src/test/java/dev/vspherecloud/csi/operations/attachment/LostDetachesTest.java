package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LostDetachesTest {
    private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

    private final LostDetaches lost = new LostDetaches();

    @Test
    void aCallCountsUntilVcenterDoesNotAcceptItAnyMore() {
        lost.add("vol-1", "vm-1", NOW);

        Instant end = NOW.plus(DetachPolicy.ACCEPT_WINDOW);
        assertThat(lost.contains("vol-1", "vm-1", end.minusNanos(1))).isTrue();
        assertThat(lost.contains("vol-1", "vm-2", NOW)).isFalse();
        assertThat(lost.contains("vol-1", "vm-1", end)).isFalse();
    }

    /// While vCenter is slow, nothing is attached, and each detach gets lost.
    @Test
    void oldCallsTakeNoMemory() {
        for (int i = 0; i < 1_000; i++) {
            lost.add("vol-" + i, "vm-1", NOW.plusSeconds(i));
        }

        assertThat(lost.size()).isEqualTo((int) DetachPolicy.ACCEPT_WINDOW.toSeconds());
    }
}
