package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void outcomeInLogs() {
        assertThat(new Outcome.Done()).hasToString("Done[]");
        assertThat(new Outcome.RequeueAfter(Duration.ofSeconds(5))).hasToString("Again[after=PT5S]");
        assertThat(new Outcome.Retry("no answer")).hasToString("Retry[why=no answer]");
    }
}
