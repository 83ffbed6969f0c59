package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.VcenterAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ResponsivenessTest {
    private long now = Duration.ofHours(1).toNanos();
    private final Responsiveness responsiveness = new Responsiveness("vc-a", () -> now);

    @Test
    void isAskedThenSlowThenSilent() {
        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));

        pass(Duration.ofSeconds(2));
        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));

        pass(Duration.ofSeconds(13));
        assertThat(responsiveness.unanswered())
                .isEqualTo(new VcenterAnswer.Silent(new VmLookup.Silence("vc-a", "no answer for 15 s")));
    }

    @Test
    void holdsUpOnlyTheFirstOfSeveralQuestions() {
        responsiveness.owe();
        pass(Duration.ofSeconds(3));

        responsiveness.owe();

        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void anAnswerOnTheWayStartsTheClockAnew() {
        responsiveness.owe();
        pass(Duration.ofSeconds(14));
        responsiveness.progress();
        pass(Duration.ofSeconds(1));

        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
    }

    @Test
    void owesAgainAfterASnapshotThatAnsweredAll() {
        responsiveness.owe();
        pass(Duration.ofSeconds(20));
        responsiveness.published(true);
        pass(Duration.ofSeconds(20));

        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
        pass(Duration.ofSeconds(2));
        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void isAsOldAsWhatWasConfirmedAndOfNoAgeWhileItFails() {
        assertThat(responsiveness.age()).isEmpty();

        responsiveness.confirmed(now);
        pass(Duration.ofSeconds(7));
        assertThat(responsiveness.age()).contains(Duration.ofSeconds(7));

        responsiveness.failing(VsphereReason.VCENTER_SILENT, "TIMEOUT", "slow");
        assertThat(responsiveness.age()).isEmpty();
        assertThat(responsiveness.failure()).contains(new VmLookup.Silence("vc-a", "slow"));

        responsiveness.published(true);
        assertThat(responsiveness.age()).contains(Duration.ofSeconds(7));
        assertThat(responsiveness.failure()).isEmpty();
    }

    @Test
    void isSilentAtOnceWhileItFailsAndSaysWhy() {
        assertThat(responsiveness.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there"))
                .isTrue();
        responsiveness.progress();

        assertThat(responsiveness.unanswered())
                .isEqualTo(new VcenterAnswer.Silent(
                        new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there")));

        responsiveness.published(true);
        assertThat(responsiveness.unanswered()).isEqualTo(new VcenterAnswer.Asked("vc-a"));
    }

    @Test
    void whoWaitsHearsOfAnotherReasonAndNotOfOtherWords() {
        responsiveness.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");

        assertThat(responsiveness.failing(VsphereReason.VCENTER_UNREACHABLE, "PROXY", "the proxy says no"))
                .isFalse();
        assertThat(responsiveness.failing(VsphereReason.LOGIN_REFUSED, "refused", "wrong password"))
                .isTrue();
    }

    @Test
    void saysWhoIsSilentWithoutAskingAnything() {
        assertThat(responsiveness.silence()).isEmpty();
        pass(Duration.ofSeconds(20));
        assertThat(responsiveness.silence()).isEmpty();

        responsiveness.owe();
        pass(Duration.ofSeconds(3));
        assertThat(responsiveness.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 3 s"));

        responsiveness.failing(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");
        assertThat(responsiveness.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there"));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
