package dev.vspherecloud.vsphere.inventory.absence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
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
class VcenterExistenceCheckerTest {
    private long now = Duration.ofHours(1).toNanos();
    private final Responsiveness responsiveness = new Responsiveness("vc-a", () -> now);
    private final VcenterExistenceChecker vcenterExistenceChecker =
            new VcenterExistenceChecker("vc-a", responsiveness, () -> now, Supervisor.system(SupervisorObserver.NONE));
    private final List<VcenterCheckResult> heard = new ArrayList<>();

    @Test
    void whoDoesNotAnswerIsWaitedForTwentySeconds() {
        ask();

        pass(Duration.ofSeconds(19));
        vcenterExistenceChecker.completeOverdue();
        assertThat(heard).isEmpty();
        assertThat(vcenterExistenceChecker.timeUntilOverdue()).isEqualTo(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        vcenterExistenceChecker.completeOverdue();
        var silence = new VmLookup.Silence("vc-a", "no answer for 20 s");
        assertThat(heard).singleElement().satisfies(result -> {
            assertThat(result.search()).isEqualTo(new UuidSearchResult.Unanswered(silence));
            assertThat(result.askedAt()).isEmpty();
        });
        assertThat(vcenterExistenceChecker.hasPending()).isFalse();
    }

    @Test
    void whoIsKnownToFailIsNotWaitedFor() {
        responsiveness.onFailed(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");
        ask();

        vcenterExistenceChecker.completeOverdue();

        assertThat(heard).hasSize(1);
        assertThat(heard.getFirst().search())
                .isEqualTo(new UuidSearchResult.Unanswered(
                        new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong")));
    }

    @Test
    void whoWasNeverReachedMayBeTheHome() {
        ask();
        pass(Duration.ofSeconds(20));

        vcenterExistenceChecker.completeOverdue();

        assertThat(heard.getFirst().ownerResult()).containsInstanceOf(OwnerVcenterResult.Unanswered.class);
    }

    @Test
    void whoIsAnotherVcenterIsNot() {
        var silence = new VmLookup.Silence("vc-a", "away");

        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.OTHER_VCENTER), Fixtures.VCENTER)
                        .ownerResult())
                .isEmpty();
        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.VCENTER), Fixtures.VCENTER)
                        .ownerResult())
                .contains(new OwnerVcenterResult.Unanswered(silence));
    }

    @Test
    void whoIsNotWatchedAnyMoreSaysSoAtOnce() {
        ask();

        vcenterExistenceChecker.close();
        ask();

        assertThat(heard).hasSize(2).allSatisfy(result -> assertThat(result.search())
                .isEqualTo(
                        new UuidSearchResult.Unanswered(new VmLookup.Silence("vc-a", "it is not watched any more"))));
    }

    // Who is known not to answer

    @Test
    void afterTwoSecondsWithoutAnAnswerNoneIsExpected() {
        ask();
        assertThat(vcenterExistenceChecker.silence()).isEmpty();

        pass(Duration.ofSeconds(2));

        var silence = new VmLookup.Silence("vc-a", "no answer for 2 s");
        assertThat(vcenterExistenceChecker.silence()).contains(silence);
        assertThat(vcenterExistenceChecker.assumedResult(Fixtures.VCENTER))
                .hasValueSatisfying(
                        result -> assertThat(result.search()).isEqualTo(new UuidSearchResult.Unanswered(silence)));
    }

    @Test
    void whoOwesAnAnswerIsSilentForTheNextQuestionAtOnce() {
        ask();
        pass(Duration.ofSeconds(20));
        vcenterExistenceChecker.completeOverdue();
        pass(Duration.ofSeconds(11));

        ask();

        assertThat(vcenterExistenceChecker.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 31 s"));
    }

    @Test
    void whoIsKnownToFailIsSilentForThatCause() {
        responsiveness.onFailed(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");

        assertThat(vcenterExistenceChecker.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong"));
    }

    @Test
    void whoIsNotAskedIsNotSilent() {
        pass(Duration.ofHours(1));

        assertThat(vcenterExistenceChecker.silence()).isEmpty();
    }

    @Test
    void whoAskedAndFailsKeepsNobodyElseFromHearing() {
        vcenterExistenceChecker.enqueue(Fixtures.absent(1), now, _ -> {
            throw new IllegalStateException("who asked fails");
        });
        vcenterExistenceChecker.enqueue(Fixtures.absent(2), now, heard::add);
        pass(Duration.ofSeconds(20));

        vcenterExistenceChecker.completeOverdue();

        assertThat(heard).hasSize(1);
        assertThat(vcenterExistenceChecker.hasPending()).isFalse();
    }

    private void ask() {
        vcenterExistenceChecker.enqueue(Fixtures.absent(1), now, heard::add);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
