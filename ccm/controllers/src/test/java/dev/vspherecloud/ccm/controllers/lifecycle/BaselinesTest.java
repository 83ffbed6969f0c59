package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventMark;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BaselinesTest {
    private static final UUID VCENTER = Stage.VCENTER;

    @Test
    void theLandmarksSayWhetherAVcenterHasFallenIfThereAreSome() {
        assertThat(Baselines.isFallen(at(180), List.of(at(150)), Optional.of(at(200))))
                .isFalse();
        assertThat(Baselines.isFallen(at(149), List.of(at(100), at(150)), Optional.of(at(200))))
                .isTrue();
        assertThat(Baselines.isFallen(at(180), List.of(), Optional.of(at(200)))).isTrue();
        assertThat(Baselines.isFallen(at(200), List.of(), Optional.of(at(200)))).isFalse();
        assertThat(Baselines.isFallen(at(1), List.of(), Optional.empty())).isFalse();
    }

    @Test
    void freshLandmarksJoinThoseThatWereRecorded() {
        assertThat(Baselines.landmarks(
                        Map.of(VCENTER, List.of(at(0))), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(0), at(60))));
    }

    @Test
    void theNewestEventThatTheVersionBeforeRecordedIsTheFirstLandmark() {
        assertThat(Baselines.landmarks(Map.of(), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(50), at(60))));
        assertThat(Baselines.landmarks(Map.of(), Map.of(), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(60))));
    }

    @Test
    void nothingFreshChangesNothing() {
        assertThat(Baselines.landmarks(Map.of(), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of())))
                .isEmpty();
        assertThat(Baselines.landmarks(Map.of(VCENTER, List.of(at(0))), Map.of(), Map.of()))
                .isEqualTo(Map.of(VCENTER, List.of(at(0))));
    }

    /// One event a minute.
    private static EventMark at(long key) {
        return new EventMark(1_000 + key, Stage.NOON.plusSeconds(60 * key));
    }
}
