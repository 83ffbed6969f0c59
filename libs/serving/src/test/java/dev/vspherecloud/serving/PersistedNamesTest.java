package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void refusalsInMetrics() {
        assertThat(Arrays.stream(ServingObserver.Refusal.values()).map(ServingObserver.Refusal::text))
                .containsExactly("connection", "page", "review");
    }
}
