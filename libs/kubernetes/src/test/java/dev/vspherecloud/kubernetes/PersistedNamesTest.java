package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Texts that stay when a type or constant is renamed: others store them, match on them or read them by program.
class PersistedNamesTest {
    @Test
    void kindOfAFailureInLogs() {
        assertThat(Arrays.stream(KubeException.Kind.values()).map(KubeException.Kind::toString))
                .containsExactly(
                        "CONFIG_UNREADABLE",
                        "CONFIG_INVALID",
                        "UNREACHABLE",
                        "TIMEOUT",
                        "TLS",
                        "UNAUTHORIZED",
                        "FORBIDDEN",
                        "OVERLOADED",
                        "REJECTED",
                        "EXPIRED",
                        "SERVER_FAILED",
                        "NOT_LEADING",
                        "INTERRUPTED");
    }
}
