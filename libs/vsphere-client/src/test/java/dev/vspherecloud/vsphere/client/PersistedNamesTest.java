package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests texts that stay when a type or constant is renamed: other programs store them, match on them or parse
/// them.
class PersistedNamesTest {
    @Test
    void kindOfAFailureInMetrics() {
        assertThat(Arrays.stream(VcenterException.Kind.values()).map(VcenterException.Kind::text))
                .containsExactly(
                        "unreachable",
                        "timeout",
                        "tls",
                        "proxy",
                        "login_refused",
                        "session_lost",
                        "no_permission",
                        "object_gone",
                        "invalid_version",
                        "canceled",
                        "login_stopped",
                        "invalid_property",
                        "unsupported",
                        "busy",
                        "too_large",
                        "protocol",
                        "fault");
    }

    @Test
    void kindOfAFailureInLogs() {
        assertThat(Arrays.stream(VcenterException.Kind.values()).map(VcenterException.Kind::toString))
                .containsExactly(
                        "UNREACHABLE",
                        "TIMEOUT",
                        "TLS",
                        "PROXY",
                        "LOGIN_REFUSED",
                        "SESSION_LOST",
                        "NO_PERMISSION",
                        "OBJECT_GONE",
                        "INVALID_VERSION",
                        "CANCELED",
                        "LOGIN_STOPPED",
                        "INVALID_PROPERTY",
                        "UNSUPPORTED",
                        "BUSY",
                        "TOO_LARGE",
                        "PROTOCOL",
                        "FAULT");
    }
}
