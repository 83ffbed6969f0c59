package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Whatever the record of logins says: it can be read, and judged and changed afterwards, without an exception, and
/// what is written reads the same. In a normal run over the corpus beside the resources; with `JAZZER_FUZZ=1` for as
/// long as one likes.
class LoginTextFuzzTest {
    private static final Instant NOW = Instant.parse("2026-01-02T12:00:00Z");
    private static final LoginRecord FRESH = LoginRecord.fresh("ccm@vsphere.local", "5f0c7a91d2e84b36");
    private static final String SERVER = "vc-a.example.com:443";

    /// A clock that is set goes by years at most.
    private static final Duration STEP = Duration.ofDays(3650);

    @FuzzTest(maxDuration = "60s")
    void logins(byte[] bytes) {
        LoginRecord stored = LoginText.read(new String(bytes, StandardCharsets.UTF_8), FRESH);
        assertReadsTheSame(stored);
        // What comes to lie beyond the times that are read is left out when it is read again.
        assertThat(LoginText.of(stored.afterStep(NOW, NOW.plus(STEP)))).isNotEmpty();
        assertThat(LoginText.of(stored.afterStep(NOW, NOW.minus(STEP)))).isNotEmpty();

        LoginRecord record = stored.notAfter(NOW);
        for (String server : servers(record)) {
            for (LoginSide side : LoginSide.values()) {
                assertJudged(record, new LoginQuestion(server, side, 167, false, false));
                assertJudged(record, new LoginQuestion(server, side, 167, false, true));
                assertSettled(record, server, side);
            }
        }
    }

    private static void assertJudged(LoginRecord record, LoginQuestion question) {
        for (LoginVerdict verdict :
                List.of(LoginRule.judge(record, question, NOW), LoginRule.judgeUnrecorded(record, question, NOW))) {
            if (verdict instanceof LoginVerdict.Closed(Instant until, var _)) {
                assertThat(until).isAfter(NOW);
                // As the gate waits for it.
                assertThat(Duration.between(NOW, until).toNanos()).isPositive();
            }
        }
    }

    private static void assertSettled(LoginRecord record, String server, LoginSide side) {
        var attempt = new LoginAttempt(server, side, NOW, LoginAttempt.State.PENDING, 167, "Secret a/b", "7");
        LoginRecord attempted = record.attempted(attempt);
        assertReadsTheSame(attempted);
        for (LoginFate fate : LoginFate.values()) {
            LoginRecord settled = attempted.settled(server, side, fate, NOW, 0.5);
            assertReadsTheSame(settled);
            if (fate == LoginFate.REFUSED) {
                assertThat(settled.rest(server, side)).hasValueSatisfying(rest -> assertThat(rest.until())
                        .isBetween(NOW.plus(LoginRest.SHORTEST), NOW.plus(LoginRest.LONGEST.multipliedBy(2))));
            }
        }
    }

    private static void assertReadsTheSame(LoginRecord record) {
        String text = LoginText.of(record);
        assertThat(LoginText.read(text, FRESH)).isEqualTo(record);
    }

    private static Set<String> servers(LoginRecord record) {
        Set<String> servers =
                record.rests().stream().map(LoginRest::server).limit(3).collect(Collectors.toSet());
        servers.add(SERVER);
        return servers;
    }
}
