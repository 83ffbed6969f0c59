package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseLeadershipTest {
    private static final Instant AT = ManualTime.START;
    private static final LeaseRecord MINE = new LeaseRecord("me", Duration.ofSeconds(15), AT, AT.plusSeconds(60), 3);

    private final FakeLeases leases = new FakeLeases();
    private final ManualTime time = ManualTime.endless();
    private final LeaseLeadership leadership =
            new LeaseLeadership(leases.seenBy(time), LeaderSettings.defaults("me"), FakeLeases.timing(time, time));

    @BeforeEach
    void acquire() {
        leases.put(MINE);
        leadership.onRenewed(new Renewal(MINE, new DualTimestamp(time.now(), time.instant())));
    }

    @Test
    void isHeldAndConfirmedWhileItIsRenewed() {
        time.pass(Duration.ofSeconds(9));

        assertThat(leadership.isHeld()).isTrue();
        assertThat(leadership.isConfirmed()).isTrue();
    }

    @Test
    void leadershipIsNotHeldAfterAPauseOfTheProcess() {
        time.pass(Duration.ofSeconds(10));

        assertThat(leadership.isHeld()).isFalse();
        assertThat(leadership.isConfirmed()).isFalse();
    }

    @Test
    void leadershipIsNotHeldAfterASuspensionThatOnlyTheWallClockShows() {
        time.setWallClockAhead(Duration.ofHours(1));

        assertThat(leadership.isHeld()).isFalse();
        assertThat(leadership.isConfirmed()).isFalse();
    }

    @Test
    void aWallClockThatWasSetBackExtendsNothing() {
        time.setWallClockAhead(Duration.ofHours(-1));
        assertThat(leadership.isHeld()).isTrue();

        time.pass(Duration.ofSeconds(10));
        assertThat(leadership.isHeld()).isFalse();
    }

    @Test
    void leadershipIsNotHeldAfterTheLoss() {
        leadership.onLost();

        assertThat(leadership.isHeld()).isFalse();
        assertThat(leadership.isConfirmed()).isFalse();
    }

    @Test
    void aLeaseThatAnotherTookConfirmsNothing() {
        leases.put(new LeaseRecord("other", Duration.ofSeconds(15), AT, AT, 4));

        assertThat(leadership.isHeld()).as("which no clock can show").isTrue();
        assertThat(leadership.isConfirmed()).isFalse();
    }

    @ParameterizedTest(name = "term {0}, acquired {1} s and renewed {2} s later: {3}")
    @CsvSource(textBlock = """
            3, 0, 0,  true
            3, 0, 2,  true
            3, 0, -2, false
            4, 0, 2,  false
            3, 1, 2,  false
            """)
    void onlyTheLastRenewalOrALaterOneConfirms(int transitions, int acquired, int renewed, boolean confirmed) {
        leases.put(new LeaseRecord(
                "me",
                MINE.duration(),
                MINE.acquired().plusSeconds(acquired),
                MINE.renewed().plusSeconds(renewed),
                transitions));

        assertThat(leadership.isConfirmed()).isEqualTo(confirmed);
    }

    @Test
    void aMissingLeaseConfirmsNothing() {
        leases.remove();

        assertThat(leadership.isConfirmed()).isFalse();
    }

    @Test
    void aSilentServerConfirmsNothingWithinThreeSeconds() {
        leases.setUnreachable(true);

        assertThat(leadership.isConfirmed()).isFalse();
        assertThat(time.now()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aLateAnswerConfirmsNothing() {
        time.pass(Duration.ofSeconds(8));
        leases.setAnswerTime(Duration.ofSeconds(2));

        assertThat(leadership.isConfirmed()).isFalse();
    }
}
