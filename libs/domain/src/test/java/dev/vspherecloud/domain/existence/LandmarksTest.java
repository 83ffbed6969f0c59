package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LandmarksTest {
    @Test
    void theNewestIsAlwaysKeptAndOlderOnesAreSomeTimeApart() {
        assertThat(Landmarks.kept(List.of(at(0), at(4)), List.of(at(9)))).containsExactly(at(0), at(9));
        assertThat(Landmarks.kept(List.of(at(0), at(9)), List.of(at(14)))).containsExactly(at(0), at(14));
        assertThat(Landmarks.kept(List.of(at(0), at(10)), List.of(at(15)))).containsExactly(at(0), at(10), at(15));
    }

    @Test
    void severalAreKeptHoweverOftenTheyAreRead() {
        List<EventMark> kept = new ArrayList<>();
        for (int minute = 0; minute <= 200; minute += 5) {
            kept = Landmarks.kept(kept, List.of(at(minute)));
        }

        assertThat(kept).containsExactly(at(150), at(160), at(170), at(180), at(190), at(200));
    }

    @Test
    void nothingNewLeavesThoseThatAreKnown() {
        assertThat(Landmarks.kept(List.of(at(0), at(10)), List.of())).containsExactly(at(0), at(10));
        assertThat(Landmarks.kept(List.of(), List.of())).isEmpty();
    }

    @Test
    void whatCanNotBeReadAgainIsNotKept() {
        var impossible = new EventMark(0, at(20).time());

        assertThat(Landmarks.kept(List.of(at(0)), List.of(impossible))).containsExactly(at(0));
    }

    private static EventMark at(int minute) {
        return new EventMark(
                1_000 + minute, Instant.parse("2026-01-02T00:00:00Z").plus(Duration.ofMinutes(minute)));
    }
}
