package dev.vspherecloud.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The net catches fish: with one safeguard taken away, the runs find what it was for.
class SabotageTest {
    private static final long MOST = 600;

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void aMissingSafeguardIsNoticed(Sabotage sabotage) {
        assertThat(LongStream.range(0, MOST)
                        .mapToObj(seed -> ChaosRun.of(seed, sabotage, new Trace(false)))
                        .flatMap(verdict -> verdict.wrong().stream())
                        .anyMatch(SabotageTest::isHarm))
                .isTrue();
    }

    /// That a Node stays which should go harms nobody.
    private static boolean isHarm(String wrong) {
        return wrong.contains("was ") || wrong.contains("lost");
    }
}
