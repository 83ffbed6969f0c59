package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthorizationSettingsTest {
    private static final AuthorizationSettings PAGES = settings("/healthz", "livez", "/debug/*", "/");

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
    void coversPagesByPathAndByPrefix(String path, boolean covered) {
        assertThat(PAGES.alwaysAllows(path)).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({"/healthz", "/"})
    void anEmptyListCoversNothing(String path) {
        assertThat(settings().alwaysAllows(path)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/healthz", "/"})
    void aStarAloneCoversEverything(String path) {
        assertThat(settings("*").alwaysAllows(path)).isTrue();
    }

    private static AuthorizationSettings settings(String... alwaysAllowed) {
        return new AuthorizationSettings(Optional.empty(), List.of(alwaysAllowed), Duration.ZERO, Duration.ZERO);
    }
}
