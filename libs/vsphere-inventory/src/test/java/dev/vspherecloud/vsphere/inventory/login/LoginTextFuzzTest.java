package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vspherecloud.vsphere.inventory.login.LoginPolicy.Decision;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/// Tests that any text can be read as a login record, evaluated and changed without an exception, and that a written
/// record is read back unchanged. A normal run reads the corpus in the resources; `JAZZER_FUZZ=1` starts a longer
/// fuzzing run.
class LoginTextFuzzTest {
    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");
    private static final LoginRecord FRESH = LoginRecord.empty("ccm@vsphere.local", "5f0c7a91d2e84b36");
    private static final String SERVER = "vc-a.example.com:443";

    /// A step of the clock is at most some years.
    private static final Duration STEP = Duration.ofDays(3650);

    @FuzzTest(maxDuration = "60s")
    void logins(byte[] bytes) {
        LoginRecord stored = LoginRecord.parse(new String(bytes, StandardCharsets.UTF_8), FRESH);
        assertReadsTheSame(stored);
        // Times that are shifted beyond the readable range are left out at the next read.
        assertThat(stored.afterClockStep(NOW, NOW.plus(STEP)).text()).isNotEmpty();
        assertThat(stored.afterClockStep(NOW, NOW.minus(STEP)).text()).isNotEmpty();

        LoginRecord record = stored.withoutFutureTimes(NOW);
        for (String server : servers(record)) {
            for (LoginProtocol side : LoginProtocol.values()) {
                assertEvaluated(record, server, side, false);
                assertEvaluated(record, server, side, true);
                assertSettled(record, server, side);
            }
        }
    }

    private static void assertEvaluated(LoginRecord record, String server, LoginProtocol side, boolean hasLostSession) {
        for (LoginPolicy policy : LoginPolicy.values()) {
            if (policy.evaluate(record, attempt(server, side), _ -> false, hasLostSession)
                    instanceof Decision.Closed(Instant until, var _)) {
                assertThat(until).isAfter(NOW);
                // The rate limiter computes its wait in the same way.
                assertThat(Duration.between(NOW, until).toNanos()).isPositive();
            }
        }
    }

    private static void assertSettled(LoginRecord record, String server, LoginProtocol side) {
        LoginRecord attempted = record.withAttempt(attempt(server, side));
        assertReadsTheSame(attempted);
        for (LoginOutcome outcome : LoginOutcome.values()) {
            LoginRecord settled = attempted.withOutcome(new LoginTarget(server, side), outcome, NOW, 0.5);
            assertReadsTheSame(settled);
            if (outcome == LoginOutcome.REFUSED) {
                assertThat(settled.cooldown(new LoginTarget(server, side)))
                        .hasValueSatisfying(cooldown -> assertThat(cooldown.until())
                                .isBetween(
                                        NOW.plus(LoginRecord.Cooldown.MIN_LENGTH),
                                        NOW.plus(LoginRecord.Cooldown.MAX_LENGTH.multipliedBy(2))));
            }
        }
    }

    private static Attempt attempt(String server, LoginProtocol side) {
        return new Attempt(new LoginTarget(server, side), NOW, Attempt.State.PENDING, 167, "Secret a/b", "7");
    }

    private static void assertReadsTheSame(LoginRecord record) {
        String text = record.text();
        assertThat(LoginRecord.parse(text, FRESH)).isEqualTo(record);
    }

    private static Set<String> servers(LoginRecord record) {
        Set<String> servers = record.cooldowns().stream()
                .map(cooldown -> cooldown.target().server())
                .limit(3)
                .collect(Collectors.toSet());
        servers.add(SERVER);
        return servers;
    }
}
