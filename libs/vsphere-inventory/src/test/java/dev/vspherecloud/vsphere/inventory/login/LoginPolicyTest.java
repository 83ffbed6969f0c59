package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.login.LoginPolicy.Decision;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Attempt.State;
import dev.vspherecloud.vsphere.inventory.login.LoginRecord.Cooldown;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the policy with times in minutes before or after noon, and letters as checksums.
class LoginPolicyTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String A = "vc-a:443";
    private static final String B = "vc-b:443";
    private static final String C = "vc-c:443";

    private LoginRecord record = LoginRecord.empty("ccm", "salt");

    @Test
    void newCredentialsAreTriedAtOnce() {
        assertThat(closedUntil(A, 'p')).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        # tried before, and its answer | the same again after | others after
        REFUSED,    5, 0
        UNANSWERED, 1, 0
        """)
    void onlyFailedCredentialsHaveACooldown(LoginOutcome outcome, int minutes, int others) {
        tried(A, LoginProtocol.SOAP, 'p', 0, outcome);

        assertThat(closedUntil(A, 'p')).contains(at(minutes));
        assertThat(closedUntil(A, 'q')).isEqualTo(others == 0 ? Optional.empty() : Optional.of(at(others)));
    }

    @Test
    void theCooldownOfNeverAcceptedCredentialsDoublesUpToAnHour() {
        int[] rests = {5, 10, 20, 40, 60, 60};
        for (int i = 0; i < rests.length; i++) {
            int now = i * 100;
            tried(A, LoginProtocol.SOAP, 'p', now, LoginOutcome.REFUSED);

            assertThat(record.cooldown(new LoginTarget(A, LoginProtocol.SOAP))
                            .orElseThrow()
                            .until())
                    .isEqualTo(at(now + rests[i]));
        }
    }

    @Test
    void theCooldownOfAcceptedCredentialsIsAlwaysFiveMinutes() {
        tried(A, LoginProtocol.SOAP, 'p', -100, LoginOutcome.ACCEPTED);
        tried(A, LoginProtocol.SOAP, 'p', -20, LoginOutcome.REFUSED);
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'p')).contains(at(5));
    }

    @Test
    void aCooldownHasUpwardJitter() {
        assertThat(Cooldown.lengthAfterRefusal(2, false, 0.5)).isEqualTo(Duration.ofMinutes(11));
        assertThat(Cooldown.lengthAfterRefusal(99, false, 1)).isEqualTo(Duration.ofMinutes(72));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        REFUSED,    REFUSED
        REFUSED,    UNANSWERED
        UNANSWERED, UNANSWERED
        """)
    void afterTwoFailuresNothingIsTriedUntilTheFirstIsSixteenMinutesOld(LoginOutcome first, LoginOutcome second) {
        tried(A, LoginProtocol.SOAP, 'p', -10, first);
        tried(A, LoginProtocol.SOAP, 'q', 0, second);

        assertThat(closedUntil(A, 'r')).contains(at(6));
        assertThat(closedUntil(B, 'r')).contains(at(6));
    }

    @Test
    void aPendingAttemptCountsAsAFailure() {
        pending(A, 'p', -10);
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'q')).contains(at(6));
    }

    @Test
    void anUncheckedLoginDoesNotCount() {
        tried(A, LoginProtocol.SOAP, 'p', -2, LoginOutcome.NOT_CHECKED);
        tried(A, LoginProtocol.SOAP, 'p', -1, LoginOutcome.NOT_CHECKED);

        assertThat(closedUntil(A, 'p')).isEmpty();
    }

    @Test
    void anAcceptedLoginDoesNotForgetRefusedOnes() {
        tried(A, LoginProtocol.SOAP, 'p', -10, LoginOutcome.REFUSED);
        tried(A, LoginProtocol.SOAP, 'q', -5, LoginOutcome.ACCEPTED);
        tried(A, LoginProtocol.SOAP, 'q', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'r')).contains(at(6));
    }

    @Test
    void aLostSessionEndsTheCooldownButNotTheLimit() {
        tried(A, LoginProtocol.SOAP, 'p', -1, LoginOutcome.REFUSED);
        assertThat(closedUntil(A, LoginProtocol.SOAP, 'p', false, true)).isEmpty();

        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);
        assertThat(closedUntil(A, LoginProtocol.SOAP, 'p', false, true)).contains(at(15));
    }

    @Test
    void anotherPasswordWithTheSameChecksumIsTriedIfBothAreKnown() {
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, LoginProtocol.SOAP, 'p', true, false)).isEmpty();
    }

    // One user, several vCenters

    @Test
    void aVcenterWithWrongCredentialsLeavesTheLastAttemptToOthers() {
        tried(B, LoginProtocol.SOAP, 'r', -100, LoginOutcome.ACCEPTED);
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'p')).contains(at(16).plus(LoginPolicy.EXTRA_DELAY));
        assertThat(closedUntil(B, 'r')).isEmpty();
        assertThat(closedUntil(A, 'q')).isEmpty();
    }

    @Test
    void theVcenterThatRefusedLastWaitsLonger() {
        tried(A, LoginProtocol.SOAP, 'p', -1, LoginOutcome.REFUSED);
        tried(B, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'p')).contains(at(16));
        assertThat(closedUntil(B, 'p')).contains(at(16).plus(LoginPolicy.EXTRA_DELAY));
        assertThat(closedUntil(C, 'p')).contains(at(15));
    }

    @Test
    void aLostSessionDoesNotOverrideARefusalOfAnotherVcenter() {
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(B, LoginProtocol.SOAP, 'p', false, true)).contains(at(5));
        assertThat(closedUntil(B, LoginProtocol.SOAP, 'q', true, true)).isEmpty();
        assertThat(closedUntil(B, LoginProtocol.SOAP, 'p', false, false)).isEmpty();
    }

    // REST

    @Test
    void restWaitsIfSoapWasRefusedLast() {
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, LoginProtocol.REST, 'q', false, false))
                .contains(at(16).plus(LoginPolicy.EXTRA_DELAY));
        assertThat(closedUntil(B, LoginProtocol.REST, 'q', false, false)).isEmpty();
    }

    @Test
    void restFollowsAnAcceptedSoapLogin() {
        tried(A, LoginProtocol.SOAP, 'p', -1, LoginOutcome.REFUSED);
        tried(A, LoginProtocol.SOAP, 'q', 0, LoginOutcome.ACCEPTED);

        assertThat(closedUntil(A, LoginProtocol.REST, 'q', false, false)).isEmpty();
    }

    @Test
    void aLostSessionDoesNotOverrideARefusalByRest() {
        tried(A, LoginProtocol.REST, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, LoginProtocol.SOAP, 'p', false, true)).contains(at(5));
        assertThat(closedUntil(A, LoginProtocol.SOAP, 'q', true, true)).isEmpty();
    }

    @Test
    void repeatedRefusalsOfRestDelaySoapForFiveMinutesAtMost() {
        for (int minute = -400; minute <= 0; minute += 100) {
            tried(A, LoginProtocol.REST, 'p', minute, LoginOutcome.REFUSED);
        }

        assertThat(closedUntil(A, LoginProtocol.SOAP, 'p', false, true)).contains(at(5));
    }

    @Test
    void aRefusalOfRestDoesNotStopSoap() {
        tried(A, LoginProtocol.REST, 'p', 0, LoginOutcome.REFUSED);

        assertThat(closedUntil(A, 'p')).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"REFUSED", "UNANSWERED"})
    void restNeverUsesBothAttempts(LoginOutcome outcome) {
        tried(A, LoginProtocol.REST, 'p', 0, outcome);

        assertThat(closedUntil(A, LoginProtocol.REST, 'p', false, false))
                .contains(at(16).plus(LoginPolicy.EXTRA_DELAY));
        assertThat(closedUntil(B, LoginProtocol.REST, 'q', false, false))
                .contains(at(16).plus(LoginPolicy.EXTRA_DELAY));
    }

    @Test
    void aLostAnswerOfSoapDoesNotStopRest() {
        tried(A, LoginProtocol.SOAP, 'p', -1, LoginOutcome.UNANSWERED);
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.ACCEPTED);

        assertThat(closedUntil(A, LoginProtocol.REST, 'p', false, false)).isEmpty();
    }

    // Clocks

    @Test
    void aFutureAttemptCountsAsOfNow() {
        tried(A, LoginProtocol.SOAP, 'p', 500, LoginOutcome.REFUSED);
        record = record.withoutFutureTimes(NOON);

        assertThat(closedUntil(A, 'p')).contains(at(5));
        assertThat(record.attempts().getFirst().at()).isEqualTo(NOON);
    }

    @ParameterizedTest
    @CsvSource({"600", "-600"})
    void attemptsStillCountAfterAClockStep(int minutes) {
        tried(A, LoginProtocol.SOAP, 'o', -40, LoginOutcome.REFUSED);
        tried(A, LoginProtocol.SOAP, 'p', 0, LoginOutcome.REFUSED);

        record = record.afterClockStep(at(2), at(2 + minutes));

        assertThat(record.attempts()).extracting(Attempt::at).containsExactly(at(2 + minutes));
        assertThat(record.cooldown(new LoginTarget(A, LoginProtocol.SOAP))
                        .orElseThrow()
                        .until())
                .isEqualTo(at(5 + minutes));
    }

    @Test
    void readOnlyTriesUnknownCredentials() {
        assertThat(unrecorded(A, 'p')).isInstanceOf(Decision.Allowed.class);
    }

    @Test
    void readOnlyTriesOnlyTheLastAcceptedCredentials() {
        tried(A, LoginProtocol.SOAP, 'p', -100, LoginOutcome.ACCEPTED);

        assertThat(unrecorded(A, 'p')).isInstanceOf(Decision.Allowed.class);
        assertThat(unrecorded(A, 'q')).isInstanceOf(Decision.Unverified.class);
        assertThat(unrecorded(B, 'q')).isInstanceOf(Decision.Allowed.class);
    }

    /// Any failure counts, on any server and with any password.
    @ParameterizedTest
    @CsvSource({"REFUSED, SOAP", "REFUSED, REST", "UNANSWERED, SOAP"})
    void readOnlyTriesNothingWhileOneFailureCounts(LoginOutcome outcome, LoginProtocol side) {
        tried(A, side, 'p', -15, outcome);

        assertThat(unrecorded(B, 'q')).isInstanceOfSatisfying(Decision.Failed.class, failed -> {
            assertThat(failed.until()).isEqualTo(at(1));
            assertThat(failed.last().target().server()).isEqualTo(A);
        });
    }

    /// The provider logs in at this moment, at this or another vCenter. Its outcome follows soon, and most likely it
    /// is accepted.
    @Test
    void readOnlyWaitsForALoginThatIsBeingSent() {
        pending(A, 'p', 0);

        assertThat(unrecorded(A, 'p')).isInstanceOf(Decision.Busy.class);
        assertThat(unrecorded(B, 'q')).isInstanceOf(Decision.Busy.class);
    }

    /// The process that sent it may have died.
    @Test
    void readOnlyCountsALoginWithoutOutcome() {
        pending(A, 'p', -1);

        assertThat(unrecorded(A, 'p')).isInstanceOf(Decision.Failed.class);
    }

    @Test
    void readOnlyDoesNotWaitForALoginAfterAFailure() {
        tried(B, LoginProtocol.SOAP, 'p', -1, LoginOutcome.REFUSED);
        pending(A, 'p', 0);

        assertThat(unrecorded(A, 'p')).isInstanceOfSatisfying(Decision.Failed.class, failed -> assertThat(
                        failed.last().target().server())
                .isEqualTo(B));
    }

    @Test
    void readOnlyWaitsForTheRecordedCooldown() {
        for (int refusal = 0; refusal < 4; refusal++) {
            tried(A, LoginProtocol.SOAP, 'p', -20, LoginOutcome.REFUSED);
        }

        assertThat(unrecorded(A, 'p')).isEqualTo(new Decision.Closed(at(20), LoginPolicy.Reason.COOLDOWN));
        assertThat(unrecorded(A, 'q')).isInstanceOf(Decision.Allowed.class);
    }

    private Decision unrecorded(String server, char check) {
        return LoginPolicy.READING_ONLY.evaluate(
                record, attempt(server, LoginProtocol.SOAP, check, 0), _ -> false, false);
    }

    private void tried(String server, LoginProtocol side, char check, int minute, LoginOutcome outcome) {
        record = record.withAttempt(attempt(server, side, check, minute))
                .withOutcome(new LoginTarget(server, side), outcome, at(minute), 0);
    }

    private void pending(String server, char check, int minute) {
        record = record.withAttempt(attempt(server, LoginProtocol.SOAP, check, minute));
    }

    private static Attempt attempt(String server, LoginProtocol side, char check, int minute) {
        return new Attempt(new LoginTarget(server, side), at(minute), State.PENDING, check, "the test", "");
    }

    /// Returns until when the policy refuses these credentials at noon; empty if it allows them.
    private Optional<Instant> closedUntil(String server, char check) {
        return closedUntil(server, LoginProtocol.SOAP, check, false, false);
    }

    private Optional<Instant> closedUntil(
            String server, LoginProtocol side, char check, boolean isOther, boolean hasLostSession) {
        return LoginPolicy.RECORDING.evaluate(record, attempt(server, side, check, 0), _ -> isOther, hasLostSession)
                        instanceof Decision.Closed(Instant until, var _)
                ? Optional.of(until)
                : Optional.empty();
    }

    private static Instant at(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }
}
