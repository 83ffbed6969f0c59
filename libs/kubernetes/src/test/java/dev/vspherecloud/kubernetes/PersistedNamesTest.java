package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
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
                        "TOO_LARGE",
                        "NOT_LEADING",
                        "INTERRUPTED");
    }
}
