package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordVersionsTest {
    private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant SECOND = FIRST.plusSeconds(10);
    private static final Instant THIRD = FIRST.plusSeconds(20);

    private final RecordVersions versions = new RecordVersions();

    @Test
    void theTimeOfAVersionIsThatOfItsFirstRead() {
        assertThat(versions.since("pvc-1", version("1"), FIRST)).isEqualTo(FIRST);
        assertThat(versions.since("pvc-1", version("1"), SECOND)).isEqualTo(FIRST);
        assertThat(versions.since("pvc-2", version("1"), SECOND)).isEqualTo(SECOND);
        assertThat(versions.since("pvc-1", version("2"), THIRD)).isEqualTo(THIRD);
    }

    @Test
    void aRecordThatWasGoneIsNew() {
        versions.since("pvc-1", version("1"), FIRST);
        versions.since("pvc-1", new RecordState.Absent(), SECOND);

        assertThat(versions.since("pvc-1", version("1"), THIRD)).isEqualTo(THIRD);
    }

    @Test
    void theOldestOfManyRecordsIsForgotten() {
        for (int i = 0; i <= 10_000; i++) {
            versions.since("pvc-" + i, version("1"), FIRST);
        }

        assertThat(versions.since("pvc-1", version("1"), SECOND)).isEqualTo(FIRST);
        assertThat(versions.since("pvc-0", version("1"), SECOND)).isEqualTo(SECOND);
    }

    private static RecordState version(String version) {
        return new RecordState.Present(
                new OperationRecord("pvc-1", "", "", 0, 0, Optional.empty(), List.of()), version);
    }
}
