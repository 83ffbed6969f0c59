package dev.vspherecloud.domain.existence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests random series of observations with silence, gaps and signs of life. After each observation,
/// [AbsenceHistory] gives the same verdict as an evaluation of the whole series.
class RandomSeriesTest {
    private static final int SERIES = 4_000;
    private static final List<Integer> PAUSES = List.of(2, 9, 10, 11, 12, 12, 60, 150, 299, 300, 301, 302, 400);

    @Test
    void thePolicyAndItsNaiveImplementationAgree() {
        var seen = new HashMap<String, Integer>();
        for (int seed = 0; seed < SERIES; seed++) {
            var random = new Random(seed);
            var observations = new ArrayList<Observation>();
            var world = new World(random);
            int length = 1 + random.nextInt(12);
            while (observations.size() < length) {
                observations.addAll(ObservationsText.observations(world.next()));

                String verdict = ObservationsText.verdict(ObservationsText.absenceHistory(observations));

                assertThat(verdict)
                        .as("seed %d: %s", seed, observations)
                        .isEqualTo(new NaiveExistence(observations).verdict());
                seen.merge(verdict.split(" ")[0], 1, Integer::sum);
            }
        }
        assertThat(seen).as("nothing is rare").hasSize(6).allSatisfy((_, count) -> assertThat(count)
                .isGreaterThan(100));
    }

    @Test
    void checksAtTheComputedTimesReachADecision() {
        for (int seed = 0; seed < 2_000; seed++) {
            var random = new Random(seed);
            var pace = Duration.ofSeconds(20 + random.nextInt(250));
            boolean isDestroyed = random.nextBoolean();
            AbsenceHistory absenceHistory = AbsenceHistory.EMPTY;
            long second = 0;
            do {
                absenceHistory = absenceHistory.with(
                        ObservationsText.observations(second + (isDestroyed ? " destroyed" : " gone"))
                                .getFirst(),
                        ObservationsText.TIMEOUT);
                second += 1
                        + ExistencePolicy.timeUntilNextCheck(absenceHistory, ExistenceRules.DEFAULTS, pace)
                                .toSeconds();
            } while (ObservationsText.verdict(absenceHistory).equals("AbsenceUnproven"));

            assertThat(absenceHistory.newest().orElseThrow().answeredAt())
                    .as("seed %d, pace %s", seed, pace)
                    .isLessThanOrEqualTo(
                            Duration.ofSeconds(isDestroyed ? 26 : 606).toNanos());
            assertThat(absenceHistory.count())
                    .isLessThanOrEqualTo(isDestroyed ? 3 : 4 + (int) (600 / pace.toSeconds()));
        }
    }

    /// The state of one VM and its kubelet.
    private static final class World {
        private final Random random;
        private long second;
        private int lease;
        private int beat;
        private boolean isUnreadable;

        World(Random random) {
            this.random = random;
        }

        String next() {
            second += 1 + PAUSES.get(random.nextInt(PAUSES.size()));
            lease += random.nextInt(20) == 0 ? 1 : 0;
            beat += random.nextInt(25) == 0 ? 1 : 0;
            isUnreadable = random.nextInt(25) == 0;
            String what = List.of(
                            "gone",
                            "gone",
                            "gone",
                            "gone",
                            "gone",
                            "gone",
                            "gone",
                            "gone",
                            "destroyed",
                            "there",
                            "silent")
                    .get(random.nextInt(random.nextInt(3) == 0 ? 11 : 9));
            return "%d %s lease=%s beat=%d"
                    .formatted(second, what, isUnreadable ? "!403" : lease == 0 ? "none" : lease, beat);
        }
    }
}
