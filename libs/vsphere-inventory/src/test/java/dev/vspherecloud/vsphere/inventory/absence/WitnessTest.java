package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.HomeAnswer;
import dev.vspherecloud.domain.existence.SearchAnswer;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.vsphere.inventory.Fixtures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a vCenter that is not reached is taken to say.
class WitnessTest {
    private long now = Duration.ofHours(1).toNanos();
    private final Standing standing = new Standing("vc-a", () -> now);
    private final Witness witness =
            new Witness("vc-a", standing, () -> now, Supervisor.system(SupervisorObserver.NONE));
    private final List<VcenterCheckResult> heard = new ArrayList<>();

    @Test
    void whoDoesNotAnswerIsWaitedForTwentySeconds() {
        ask();

        pass(Duration.ofSeconds(19));
        witness.settleOverdue();
        assertThat(heard).isEmpty();
        assertThat(witness.untilOverdue()).isEqualTo(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        witness.settleOverdue();
        var silence = new VmLookup.Silence("vc-a", "no answer for 20 s");
        assertThat(heard).singleElement().satisfies(result -> {
            assertThat(result.search()).isEqualTo(new SearchAnswer.Unanswered(silence));
            assertThat(result.asked()).isEmpty();
        });
        assertThat(witness.isAsked()).isFalse();
    }

    @Test
    void whoIsKnownToFailIsNotWaitedFor() {
        standing.failing(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");
        ask();

        witness.settleOverdue();

        assertThat(heard).hasSize(1);
        assertThat(heard.getFirst().search())
                .isEqualTo(new SearchAnswer.Unanswered(
                        new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong")));
    }

    @Test
    void whoWasNeverReachedMayBeTheHome() {
        ask();
        pass(Duration.ofSeconds(20));

        witness.settleOverdue();

        assertThat(heard.getFirst().home()).containsInstanceOf(HomeAnswer.Unanswered.class);
    }

    @Test
    void whoIsAnotherVcenterIsNot() {
        var silence = new VmLookup.Silence("vc-a", "away");

        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.OTHER_VCENTER), Fixtures.VCENTER)
                        .home())
                .isEmpty();
        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.VCENTER), Fixtures.VCENTER)
                        .home())
                .contains(new HomeAnswer.Unanswered(silence));
    }

    @Test
    void whoIsNotWatchedAnyMoreSaysSoAtOnce() {
        ask();

        witness.close();
        ask();

        assertThat(heard).hasSize(2).allSatisfy(result -> assertThat(result.search())
                .isEqualTo(new SearchAnswer.Unanswered(new VmLookup.Silence("vc-a", "it is not watched any more"))));
    }

    // Who is known not to answer

    @Test
    void afterTwoSecondsWithoutAnAnswerNoneIsExpected() {
        ask();
        assertThat(witness.silence()).isEmpty();

        pass(Duration.ofSeconds(2));

        var silence = new VmLookup.Silence("vc-a", "no answer for 2 s");
        assertThat(witness.silence()).contains(silence);
        assertThat(witness.silent(Fixtures.VCENTER)).hasValueSatisfying(result -> assertThat(result.search())
                .isEqualTo(new SearchAnswer.Unanswered(silence)));
    }

    @Test
    void whoOwesAnAnswerIsSilentForTheNextQuestionAtOnce() {
        ask();
        pass(Duration.ofSeconds(20));
        witness.settleOverdue();
        pass(Duration.ofSeconds(11));

        ask();

        assertThat(witness.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 31 s"));
    }

    @Test
    void whoIsKnownToFailIsSilentForThatCause() {
        standing.failing(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");

        assertThat(witness.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong"));
    }

    @Test
    void whoIsNotAskedIsNotSilent() {
        pass(Duration.ofHours(1));

        assertThat(witness.silence()).isEmpty();
    }

    @Test
    void whoAskedAndFailsKeepsNobodyElseFromHearing() {
        witness.ask(Fixtures.absent(1), now, _ -> {
            throw new IllegalStateException("who asked fails");
        });
        witness.ask(Fixtures.absent(2), now, heard::add);
        pass(Duration.ofSeconds(20));

        witness.settleOverdue();

        assertThat(heard).hasSize(1);
        assertThat(witness.isAsked()).isFalse();
    }

    private void ask() {
        witness.ask(Fixtures.absent(1), now, heard::add);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
