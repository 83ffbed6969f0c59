package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceEventsTest {
    @Test
    void theNewestEventIsAlwaysKeptAndOlderOnesAreSomeTimeApart() {
        assertThat(ReferenceEvents.select(List.of(at(0), at(4)), List.of(at(9))))
                .containsExactly(at(0), at(9));
        assertThat(ReferenceEvents.select(List.of(at(0), at(9)), List.of(at(14))))
                .containsExactly(at(0), at(14));
        assertThat(ReferenceEvents.select(List.of(at(0), at(10)), List.of(at(15))))
                .containsExactly(at(0), at(10), at(15));
    }

    @Test
    void severalEventsAreKeptHoweverOftenTheyAreRead() {
        List<EventPosition> kept = new ArrayList<>();
        for (int minute = 0; minute <= 200; minute += 5) {
            kept = ReferenceEvents.select(kept, List.of(at(minute)));
        }

        assertThat(kept).containsExactly(at(150), at(160), at(170), at(180), at(190), at(200));
    }

    @Test
    void withoutNewEventsTheKnownOnesStay() {
        assertThat(ReferenceEvents.select(List.of(at(0), at(10)), List.of())).containsExactly(at(0), at(10));
        assertThat(ReferenceEvents.select(List.of(), List.of())).isEmpty();
    }

    @Test
    void anEventThatCannotBeParsedAgainIsNotKept() {
        var impossible = new EventPosition(0, at(20).time());

        assertThat(ReferenceEvents.select(List.of(at(0)), List.of(impossible))).containsExactly(at(0));
    }

    private static EventPosition at(int minute) {
        return new EventPosition(
                1_000 + minute, Instant.parse("2026-01-02T00:00:00Z").plus(Duration.ofMinutes(minute)));
    }
}
