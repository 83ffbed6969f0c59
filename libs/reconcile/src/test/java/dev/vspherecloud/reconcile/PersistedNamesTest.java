package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Texts that stay when a type or constant is renamed: others store them, match on them or read them by program.
class PersistedNamesTest {
    @Test
    void outcomeInLogs() {
        assertThat(new Outcome.Done()).hasToString("Done[]");
        assertThat(new Outcome.Again(Duration.ofSeconds(5))).hasToString("Again[after=PT5S]");
        assertThat(new Outcome.Retry("no answer")).hasToString("Retry[why=no answer]");
    }
}
