package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandingTest {
    private long now = Duration.ofHours(1).toNanos();
    private final Standing standing = new Standing("vc-a", () -> now);

    @Test
    void isAskedThenSlowThenSilent() {
        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));

        pass(Duration.ofSeconds(2));
        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));

        pass(Duration.ofSeconds(13));
        assertThat(standing.unanswered())
                .isEqualTo(new VcenterAnswer.Silent(new VmLookup.Silence("vc-a", "no answer for 15 s")));
    }

    @Test
    void holdsUpOnlyTheFirstOfSeveralQuestions() {
        standing.owe();
        pass(Duration.ofSeconds(3));

        standing.owe();

        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void anAnswerOnTheWayStartsTheClockAnew() {
        standing.owe();
        pass(Duration.ofSeconds(14));
        standing.progress();
        pass(Duration.ofSeconds(1));

        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
    }

    @Test
    void owesAgainAfterASnapshotThatAnsweredAll() {
        standing.owe();
        pass(Duration.ofSeconds(20));
        standing.published(true);
        pass(Duration.ofSeconds(20));

        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
        pass(Duration.ofSeconds(2));
        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void isAsOldAsWhatWasConfirmedAndOfNoAgeWhileItFails() {
        assertThat(standing.age()).isEmpty();

        standing.confirmed(now);
        pass(Duration.ofSeconds(7));
        assertThat(standing.age()).contains(Duration.ofSeconds(7));

        standing.failing(VsphereReason.VCENTER_SILENT, "TIMEOUT", "slow");
        assertThat(standing.age()).isEmpty();
        assertThat(standing.failure()).contains(new VmLookup.Silence("vc-a", "slow"));

        standing.published(true);
        assertThat(standing.age()).contains(Duration.ofSeconds(7));
        assertThat(standing.failure()).isEmpty();
    }

    @Test
    void isSilentAtOnceWhileItFailsAndSaysWhy() {
        assertThat(standing.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there"))
                .isTrue();
        standing.progress();

        assertThat(standing.unanswered())
                .isEqualTo(new VcenterAnswer.Silent(
                        new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there")));

        standing.published(true);
        assertThat(standing.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
    }

    @Test
    void whoWaitsHearsOfAnotherReasonAndNotOfOtherWords() {
        standing.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");

        assertThat(standing.failing(VsphereReason.VCENTER_UNREACHABLE, "PROXY", "the proxy says no"))
                .isFalse();
        assertThat(standing.failing(VsphereReason.LOGIN_REFUSED, "refused", "wrong password"))
                .isTrue();
    }

    @Test
    void saysWhoIsSilentWithoutAskingAnything() {
        assertThat(standing.silence()).isEmpty();
        pass(Duration.ofSeconds(20));
        assertThat(standing.silence()).isEmpty();

        standing.owe();
        pass(Duration.ofSeconds(3));
        assertThat(standing.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 3 s"));

        standing.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");
        assertThat(standing.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there"));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
