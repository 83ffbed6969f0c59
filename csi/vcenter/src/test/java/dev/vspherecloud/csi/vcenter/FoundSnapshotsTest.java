package dev.vspherecloud.csi.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsSnapshotId;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests the limit for the snapshots in all pages of a query.
class FoundSnapshotsTest {
    private static final CnsVolumeId VOLUME = new CnsVolumeId("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c11");
    private static final CnsVolumeId OTHER = new CnsVolumeId("6ee2b7d5-1b1f-4c1c-9b9f-8c5a9d0d3c12");

    private final FoundSnapshots found = new FoundSnapshots();

    @Test
    void asManySnapshotsAsVolumesOfOneQueryCanHaveAreKept() {
        List<CnsSnapshot> page = IntStream.range(0, SnapshotQueries.MAX_VOLUMES * 32)
                .mapToObj(n -> snapshot(VOLUME, n, "x".repeat(128)))
                .toList();

        assertThat(found.add(page, List.of(VOLUME))).isEmpty();
        assertThat(found.all()).isEqualTo(page);
    }

    /// Each page alone is small enough.
    @Test
    void pagesThatAreTooLargeTogetherAreRefused() {
        assertThat(page(1)).isEmpty();
        assertThat(page(2)).isEmpty();
        assertThat(page(3)).isEmpty();
        assertThat(page(4)).hasValue("the snapshots need more than 4096 KiB of memory");
    }

    @Test
    void aRepeatedSnapshotAndOneOfAnotherVolumeAreNotKept() {
        for (int i = 0; i < 10; i++) {
            assertThat(page(1)).isEmpty();
        }
        assertThat(found.add(List.of(snapshot(OTHER, 9, "")), List.of(VOLUME))).isEmpty();

        assertThat(found.all()).containsExactly(large(1));
    }

    private Optional<String> page(int n) {
        return found.add(List.of(large(n)), List.of(VOLUME));
    }

    private static CnsSnapshot large(int n) {
        return snapshot(VOLUME, n, "x".repeat(1_300_000));
    }

    private static CnsSnapshot snapshot(CnsVolumeId volume, int n, String description) {
        var id = new CnsSnapshotId(volume, "1f4a0e0c-1111-4222-8333-%012d".formatted(n));
        return new CnsSnapshot(id, description, Optional.of(Instant.EPOCH));
    }
}
