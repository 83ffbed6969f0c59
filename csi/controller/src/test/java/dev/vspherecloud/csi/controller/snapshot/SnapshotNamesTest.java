package dev.vspherecloud.csi.controller.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.OperationRecord;
import dev.vspherecloud.csi.domain.RecordState;
import dev.vspherecloud.csi.operations.VolumeFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SnapshotNamesTest implements SnapshotNames.Sources {
    private final SnapshotNames names = new SnapshotNames();
    private final Map<String, RecordState> recorded = new HashMap<>();
    private final Map<String, List<String>> inCns = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private boolean apiAnswers = true;
    private boolean cnsAnswers = true;

    @Override
    public ListResult<Map<String, RecordState>> records() {
        asked.add("records");
        return apiAnswers ? new ListResult.Complete<>(Map.copyOf(recorded)) : new ListResult.Failed<>("no answer");
    }

    @Override
    public SnapshotListResult snapshotsOf(String volume) {
        asked.add(volume);
        return cnsAnswers
                ? new SnapshotListResult.Complete(inCns.getOrDefault(volume, List.of()).stream()
                        .map(name -> new SnapshotListResult.Entry(
                                volume + "+s", volume, 1, Optional.empty(), name + "-" + volume))
                        .toList())
                : new SnapshotListResult.Incomplete("CNS does not answer");
    }

    private void record(String name, String volume) {
        String full = name + "-" + volume;
        recorded.put(
                full,
                new RecordState.Present(new OperationRecord(full, volume, "", 0, 0, Optional.empty(), List.of()), "1"));
    }

    private void exists(String name, String volume) {
        inCns.merge(volume, List.of(name), (one, other) -> Stream.concat(one.stream(), other.stream())
                .toList());
    }

    @Test
    void aNameWithAUidAsksNobody() throws InterruptedException {
        exists("snapshot-0f4a0e0c-1111-4222-8333-444455556666", "vol-a");
        record("snapshot-0f4a0e0c-1111-4222-8333-444455556666", "vol-a");

        assertThat(names.conflict("snapshot-0f4a0e0c-1111-4222-8333-444455556666", "vol-b", this))
                .isEmpty();
        assertThat(asked).isEmpty();
        assertThat(names.size()).isZero();
    }

    @Test
    void anotherVolumeWithTheNameIsFoundWithoutAWalk() throws InterruptedException {
        assertThat(names.conflict("daily", "vol-a", this)).isEmpty();
        exists("daily", "vol-a");
        asked.clear();

        assertThat(names.conflict("daily", "vol-a", this)).as("a repeated call").isEmpty();
        assertThat(asked).isEmpty();
        assertThat(names.conflict("daily", "vol-b", this)).containsInstanceOf(VolumeFailure.ExistsIncompatible.class);
        assertThat(asked).containsExactly("vol-a");
    }

    @Test
    void afterARestartTheRecordKnowsTheVolume() throws InterruptedException {
        record("daily", "vol-a");
        record("daily", "vol-b");
        record("other-daily", "vol-c");
        exists("daily", "vol-a");

        assertThat(names.conflict("daily", "vol-b", this))
                .hasValueSatisfying(
                        failure -> assertThat(failure.message())
                                .isEqualTo(
                                        "a snapshot with the name daily exists of volume vol-a, the request asks for one of volume vol-b; delete it, or use another name"));
        assertThat(asked).containsExactly("records", "vol-a");
    }

    @Test
    void aDeletedSnapshotFreesItsName() throws InterruptedException {
        assertThat(names.conflict("daily", "vol-a", this)).isEmpty();
        record("daily", "vol-a");

        assertThat(names.conflict("daily", "vol-b", this)).isEmpty();
        assertThat(names.conflict("daily", "vol-b", this)).isEmpty();
        names.onDeleted("vol-b");
        assertThat(names.size()).isZero();
    }

    @Test
    void whatCannotBeAskedIsNotFinal() throws InterruptedException {
        apiAnswers = false;
        assertThat(names.conflict("daily", "vol-a", this)).as("the records").isEmpty();
        cnsAnswers = false;
        assertThat(names.conflict("daily", "vol-b", this)).containsInstanceOf(VolumeFailure.Unavailable.class);
        cnsAnswers = true;
        assertThat(names.conflict("daily", "vol-b", this)).isEmpty();
    }

    @Test
    void theNumberOfNamesHasABound() throws InterruptedException {
        for (int i = 0; i < SnapshotNames.MAX + 100; i++) {
            assertThat(names.conflict("s-" + i, "vol-a", this)).isEmpty();
        }

        assertThat(names.size()).isEqualTo(SnapshotNames.MAX);
    }
}
