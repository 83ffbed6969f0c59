package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.LoginAttempt.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Times are minutes before or after noon; checks are letters.
class LoginRuleTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String A = "vc-a:443";
    private static final String B = "vc-b:443";
    private static final String C = "vc-c:443";

    private LoginRecord record = LoginRecord.fresh("ccm", "salt");

    @Test
    void whatWasNeverTriedIsTriedAtOnce() {
        assertThat(opens(A, 'p')).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        # tried before, and its answer | the same again after | others after
        REFUSED,    5, 0
        UNANSWERED, 1, 0
        """)
    void whatFailedRestsAndOthersDoNot(LoginFate fate, int minutes, int others) {
        tried(A, LoginSide.SOAP, 'p', 0, fate);

        assertThat(opens(A, 'p')).contains(at(minutes));
        assertThat(opens(A, 'q')).isEqualTo(others == 0 ? Optional.empty() : Optional.of(at(others)));
    }

    @Test
    void restsDoubleUpToAnHourForWhatWasNeverAccepted() {
        int[] rests = {5, 10, 20, 40, 60, 60};
        for (int i = 0; i < rests.length; i++) {
            int now = i * 100;
            tried(A, LoginSide.SOAP, 'p', now, LoginFate.REFUSED);

            assertThat(record.rest(A, LoginSide.SOAP).orElseThrow().until()).isEqualTo(at(now + rests[i]));
        }
    }

    @Test
    void whatWasAcceptedBeforeRestsFiveMinutesEachTime() {
        tried(A, LoginSide.SOAP, 'p', -100, LoginFate.ACCEPTED);
        tried(A, LoginSide.SOAP, 'p', -20, LoginFate.REFUSED);
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'p')).contains(at(5));
    }

    @Test
    void aRestIsJitteredUpwards() {
        assertThat(LoginRest.afterRefusal(2, false, 0.5)).isEqualTo(Duration.ofMinutes(11));
        assertThat(LoginRest.afterRefusal(99, false, 1)).isEqualTo(Duration.ofMinutes(72));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        REFUSED,    REFUSED
        REFUSED,    UNANSWERED
        UNANSWERED, UNANSWERED
        """)
    void afterTwoNothingIsTriedUntilTheFirstIsSixteenMinutesOld(LoginFate first, LoginFate second) {
        tried(A, LoginSide.SOAP, 'p', -10, first);
        tried(A, LoginSide.SOAP, 'q', 0, second);

        assertThat(opens(A, 'r')).contains(at(6));
        assertThat(opens(B, 'r')).contains(at(6));
    }

    @Test
    void whoDiedOnTheWayHasUsedUpATry() {
        pending(A, 'p', -10);
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'q')).contains(at(6));
    }

    @Test
    void whatVcenterDidNotLookAtDoesNotCount() {
        tried(A, LoginSide.SOAP, 'p', -2, LoginFate.TAKEN_BACK);
        tried(A, LoginSide.SOAP, 'p', -1, LoginFate.TAKEN_BACK);

        assertThat(opens(A, 'p')).isEmpty();
    }

    @Test
    void anAcceptedLoginDoesNotForgetRefusedOnes() {
        tried(A, LoginSide.SOAP, 'p', -10, LoginFate.REFUSED);
        tried(A, LoginSide.SOAP, 'q', -5, LoginFate.ACCEPTED);
        tried(A, LoginSide.SOAP, 'q', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'r')).contains(at(6));
    }

    @Test
    void aSignFromVcenterEndsARestButNotTheBudget() {
        tried(A, LoginSide.SOAP, 'p', -1, LoginFate.REFUSED);
        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'p', false, true)))
                .isEmpty();

        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);
        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'p', false, true)))
                .contains(at(15));
    }

    @Test
    void anotherPasswordWithTheSameCheckIsTriedByWhoKnowsBoth() {
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'p', true, false)))
                .isEmpty();
    }

    // One user, several vCenters

    @Test
    void aVcenterWithWrongCredentialsLeavesTheLastTryToOthers() {
        tried(B, LoginSide.SOAP, 'r', -100, LoginFate.ACCEPTED);
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'p')).contains(at(16).plus(LoginRule.YIELD));
        assertThat(opens(B, 'r')).isEmpty();
        assertThat(opens(A, 'q')).isEmpty();
    }

    @Test
    void whoWasRefusedLastLetsOthersGoFirst() {
        tried(A, LoginSide.SOAP, 'p', -1, LoginFate.REFUSED);
        tried(B, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'p')).contains(at(16));
        assertThat(opens(B, 'p')).contains(at(16).plus(LoginRule.YIELD));
        assertThat(opens(C, 'p')).contains(at(15));
    }

    @Test
    void whatAnotherVcenterJustRefusedIsNotTriedBecauseOfALostSession() {
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(new LoginQuestion(B, LoginSide.SOAP, 'p', false, true)))
                .contains(at(5));
        assertThat(opens(new LoginQuestion(B, LoginSide.SOAP, 'q', true, true))).isEmpty();
        assertThat(opens(new LoginQuestion(B, LoginSide.SOAP, 'p', false, false)))
                .isEmpty();
    }

    // REST

    @Test
    void restWaitsWhereSoapWasRefusedLast() {
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(new LoginQuestion(A, LoginSide.REST, 'q', false, false)))
                .contains(at(16).plus(LoginRule.YIELD));
        assertThat(opens(new LoginQuestion(B, LoginSide.REST, 'q', false, false)))
                .isEmpty();
    }

    @Test
    void restFollowsSoapWhateverWasRefusedBefore() {
        tried(A, LoginSide.SOAP, 'p', -1, LoginFate.REFUSED);
        tried(A, LoginSide.SOAP, 'q', 0, LoginFate.ACCEPTED);

        assertThat(opens(new LoginQuestion(A, LoginSide.REST, 'q', false, false)))
                .isEmpty();
    }

    @Test
    void whatRestSawRefusedIsNotTriedBySoapBecauseOfALostSession() {
        tried(A, LoginSide.REST, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'p', false, true)))
                .contains(at(5));
        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'q', true, true))).isEmpty();
    }

    @Test
    void restThatIsRefusedAgainAndAgainHoldsUpSoapForFiveMinutesAtMost() {
        for (int minute = -400; minute <= 0; minute += 100) {
            tried(A, LoginSide.REST, 'p', minute, LoginFate.REFUSED);
        }

        assertThat(opens(new LoginQuestion(A, LoginSide.SOAP, 'p', false, true)))
                .contains(at(5));
    }

    @Test
    void aRefusalOfRestDoesNotStopSoap() {
        tried(A, LoginSide.REST, 'p', 0, LoginFate.REFUSED);

        assertThat(opens(A, 'p')).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"REFUSED", "UNANSWERED"})
    void restNeverUsesUpBothTries(LoginFate fate) {
        tried(A, LoginSide.REST, 'p', 0, fate);

        assertThat(opens(new LoginQuestion(A, LoginSide.REST, 'p', false, false)))
                .contains(at(16).plus(LoginRule.YIELD));
        assertThat(opens(new LoginQuestion(B, LoginSide.REST, 'q', false, false)))
                .contains(at(16).plus(LoginRule.YIELD));
    }

    @Test
    void aLostAnswerOfSoapDoesNotStopRest() {
        tried(A, LoginSide.SOAP, 'p', -1, LoginFate.UNANSWERED);
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.ACCEPTED);

        assertThat(opens(new LoginQuestion(A, LoginSide.REST, 'p', false, false)))
                .isEmpty();
    }

    // Clocks

    @Test
    void whatIsRecordedForLaterCountsAsOfNow() {
        tried(A, LoginSide.SOAP, 'p', 500, LoginFate.REFUSED);
        record = record.notAfter(NOON);

        assertThat(opens(A, 'p')).contains(at(5));
        assertThat(record.attempts().getFirst().at()).isEqualTo(NOON);
    }

    @ParameterizedTest
    @CsvSource({"600", "-600"})
    void whatCountedCountsOnAfterTheClockWasSet(int minutes) {
        tried(A, LoginSide.SOAP, 'o', -40, LoginFate.REFUSED);
        tried(A, LoginSide.SOAP, 'p', 0, LoginFate.REFUSED);

        record = record.afterStep(at(2), at(2 + minutes));

        assertThat(record.attempts()).extracting(LoginAttempt::at).containsExactly(at(2 + minutes));
        assertThat(record.rest(A, LoginSide.SOAP).orElseThrow().until()).isEqualTo(at(5 + minutes));
    }

    @Test
    void whoKeepsNoRecordTriesWhatNobodyKnows() {
        assertThat(unrecorded(A, 'p')).isInstanceOf(LoginVerdict.Admitted.class);
    }

    @Test
    void whoKeepsNoRecordTriesOnlyWhatWasAcceptedLast() {
        tried(A, LoginSide.SOAP, 'p', -100, LoginFate.ACCEPTED);

        assertThat(unrecorded(A, 'p')).isInstanceOf(LoginVerdict.Admitted.class);
        assertThat(unrecorded(A, 'q')).isInstanceOf(LoginVerdict.Unproven.class);
        assertThat(unrecorded(B, 'q')).isInstanceOf(LoginVerdict.Admitted.class);
    }

    /// Whatever failed, wherever, with whichever password.
    @ParameterizedTest
    @CsvSource({"REFUSED, SOAP", "REFUSED, REST", "UNANSWERED, SOAP"})
    void whoKeepsNoRecordTriesNothingWhileOneFailureCounts(LoginFate fate, LoginSide side) {
        tried(A, side, 'p', -15, fate);

        assertThat(unrecorded(B, 'q')).isInstanceOfSatisfying(LoginVerdict.Failed.class, failed -> {
            assertThat(failed.until()).isEqualTo(at(1));
            assertThat(failed.last().server()).isEqualTo(A);
        });
    }

    @Test
    void whoKeepsNoRecordCountsALoginThatIsUnderWay() {
        pending(A, 'p', 0);

        assertThat(unrecorded(A, 'p')).isInstanceOf(LoginVerdict.Failed.class);
    }

    @Test
    void whoKeepsNoRecordWaitsAsLongAsTheOthersRest() {
        for (int refusal = 0; refusal < 4; refusal++) {
            tried(A, LoginSide.SOAP, 'p', -20, LoginFate.REFUSED);
        }

        assertThat(unrecorded(A, 'p')).isEqualTo(new LoginVerdict.Closed(at(20), LoginVerdict.Reason.RESTING));
        assertThat(unrecorded(A, 'q')).isInstanceOf(LoginVerdict.Admitted.class);
    }

    private LoginVerdict unrecorded(String server, char check) {
        return LoginRule.judgeUnrecorded(record, new LoginQuestion(server, LoginSide.SOAP, check, false, false), NOON);
    }

    private void tried(String server, LoginSide side, char check, int minute, LoginFate fate) {
        record = record.attempted(new LoginAttempt(server, side, at(minute), State.PENDING, check, "the test", ""))
                .settled(server, side, fate, at(minute), 0);
    }

    private void pending(String server, char check, int minute) {
        record = record.attempted(
                new LoginAttempt(server, LoginSide.SOAP, at(minute), State.PENDING, check, "the test", ""));
    }

    /// Until when these are not tried at noon; empty when they are.
    private Optional<Instant> opens(String server, char check) {
        return opens(new LoginQuestion(server, LoginSide.SOAP, check, false, false));
    }

    private Optional<Instant> opens(LoginQuestion question) {
        return LoginRule.judge(record, question, NOON) instanceof LoginVerdict.Closed(Instant until, var _)
                ? Optional.of(until)
                : Optional.empty();
    }

    private static Instant at(int minute) {
        return NOON.plus(Duration.ofMinutes(minute));
    }
}
