package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlwaysAllowedTest {
    private static final AlwaysAllowed PAGES = new AlwaysAllowed(List.of("/healthz", "livez", "/debug/*", "/"));

    @ParameterizedTest
    @CsvSource({
        "/healthz, true",
        "/livez, true",
        "/debug/pprof/heap, true",
        "/debug/, true",
        "/debug, false",
        "/, true",
        "/healthz/, false",
        "/healthz/ping, false",
        "/metrics, false",
        "//healthz, false",
    })
    void coversPagesByNameAndByTheirBeginning(String path, boolean covered) {
        assertThat(PAGES.covers(path)).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({"/healthz", "/"})
    void anEmptyListCoversNothing(String path) {
        assertThat(new AlwaysAllowed(List.of()).covers(path)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/healthz", "/"})
    void aStarAloneCoversEverything(String path) {
        assertThat(new AlwaysAllowed(List.of("*")).covers(path)).isTrue();
    }
}
