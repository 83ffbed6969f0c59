package dev.vspherecloud.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void severityInJson() {
        assertThat(Arrays.stream(Problem.Severity.values()).map(Problem.Severity::text))
                .containsExactly("error", "warning");
    }

    @Test
    void dialectOfAFlag() {
        assertThat(Arrays.stream(Dialect.values()).map(Dialect::text)).containsExactly("yaml", "ini");
    }
}
