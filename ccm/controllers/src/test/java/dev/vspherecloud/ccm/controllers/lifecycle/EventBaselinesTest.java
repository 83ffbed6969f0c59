package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventBaselinesTest {
    private static final UUID VCENTER = LifecycleTestBed.VCENTER;

    @Test
    void theLandmarksShowWhetherAVcenterWasRestored() {
        assertThat(EventBaselines.isRewound(at(180), List.of(at(150)), Optional.of(at(200))))
                .isFalse();
        assertThat(EventBaselines.isRewound(at(149), List.of(at(100), at(150)), Optional.of(at(200))))
                .isTrue();
        assertThat(EventBaselines.isRewound(at(180), List.of(), Optional.of(at(200))))
                .isTrue();
        assertThat(EventBaselines.isRewound(at(200), List.of(), Optional.of(at(200))))
                .isFalse();
        assertThat(EventBaselines.isRewound(at(1), List.of(), Optional.empty())).isFalse();
    }

    @Test
    void newLandmarksAreAddedToTheRecordedOnes() {
        assertThat(EventBaselines.landmarks(
                        Map.of(VCENTER, List.of(at(0))), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(0), at(60))));
    }

    @Test
    void theNewestEventFromThePreviousVersionIsTheFirstLandmark() {
        assertThat(EventBaselines.landmarks(Map.of(), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(50), at(60))));
        assertThat(EventBaselines.landmarks(Map.of(), Map.of(), Map.of(VCENTER, List.of(at(60)))))
                .isEqualTo(Map.of(VCENTER, List.of(at(60))));
    }

    @Test
    void withoutNewEventsNothingChanges() {
        assertThat(EventBaselines.landmarks(Map.of(), Map.of(VCENTER, at(50)), Map.of(VCENTER, List.of())))
                .isEmpty();
        assertThat(EventBaselines.landmarks(Map.of(VCENTER, List.of(at(0))), Map.of(), Map.of()))
                .isEqualTo(Map.of(VCENTER, List.of(at(0))));
    }

    /// Returns the position of an event; there is one event a minute.
    private static EventPosition at(long key) {
        return new EventPosition(1_000 + key, LifecycleTestBed.NOON.plusSeconds(60 * key));
    }
}
