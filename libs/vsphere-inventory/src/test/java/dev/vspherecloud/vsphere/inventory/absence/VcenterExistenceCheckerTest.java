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

/// Tests the results that the checker assumes for a vCenter that does not answer.
class VcenterExistenceCheckerTest {
    private long now = Duration.ofHours(1).toNanos();
    private final Responsiveness responsiveness = new Responsiveness("vc-a", () -> now);
    private final VcenterExistenceChecker vcenterExistenceChecker =
            new VcenterExistenceChecker("vc-a", responsiveness, () -> now, Supervisor.system(SupervisorObserver.NONE));
    private final List<VcenterCheckResult> results = new ArrayList<>();

    @Test
    void aVcenterThatDoesNotAnswerIsSilentAfterTwentySeconds() {
        ask();

        pass(Duration.ofSeconds(19));
        vcenterExistenceChecker.completeOverdue();
        assertThat(results).isEmpty();
        assertThat(vcenterExistenceChecker.timeUntilOverdue()).isEqualTo(Duration.ofSeconds(1));

        pass(Duration.ofSeconds(1));
        vcenterExistenceChecker.completeOverdue();
        var silence = new VmLookup.Silence("vc-a", "no answer for 20 s");
        assertThat(results).singleElement().satisfies(result -> {
            assertThat(result.search()).isEqualTo(new UuidSearchResult.Unanswered(silence));
            assertThat(result.askedAt()).isEmpty();
        });
        assertThat(vcenterExistenceChecker.hasPending()).isFalse();
    }

    @Test
    void aFailedVcenterIsNotWaitedFor() {
        responsiveness.onFailed(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");
        ask();

        vcenterExistenceChecker.completeOverdue();

        assertThat(results).hasSize(1);
        assertThat(results.getFirst().search())
                .isEqualTo(new UuidSearchResult.Unanswered(
                        new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong")));
    }

    @Test
    void aVcenterThatWasNeverReachedMayBeTheOwner() {
        ask();
        pass(Duration.ofSeconds(20));

        vcenterExistenceChecker.completeOverdue();

        assertThat(results.getFirst().ownerResult()).containsInstanceOf(OwnerVcenterResult.Unanswered.class);
    }

    @Test
    void anotherVcenterIsNotTheOwner() {
        var silence = new VmLookup.Silence("vc-a", "away");

        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.OTHER_VCENTER), Fixtures.VCENTER)
                        .ownerResult())
                .isEmpty();
        assertThat(VcenterCheckResult.none(silence, Optional.of(Fixtures.VCENTER), Fixtures.VCENTER)
                        .ownerResult())
                .contains(new OwnerVcenterResult.Unanswered(silence));
    }

    @Test
    void aClosedCheckerRepliesAtOnce() {
        ask();

        vcenterExistenceChecker.close();
        ask();

        assertThat(results).hasSize(2).allSatisfy(result -> assertThat(result.search())
                .isEqualTo(
                        new UuidSearchResult.Unanswered(new VmLookup.Silence("vc-a", "it is not watched any more"))));
    }

    // Silent vCenters

    @Test
    void afterTwoSecondsWithoutAnAnswerTheVcenterIsSilent() {
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
    void aSilentVcenterStaysSilentForTheNextRequest() {
        ask();
        pass(Duration.ofSeconds(20));
        vcenterExistenceChecker.completeOverdue();
        pass(Duration.ofSeconds(11));

        ask();

        assertThat(vcenterExistenceChecker.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 31 s"));
    }

    @Test
    void aFailedVcenterIsSilentWithItsReason() {
        responsiveness.onFailed(VsphereReason.LOGIN_REFUSED, "LOGIN_REFUSED", "user or password is wrong");

        assertThat(vcenterExistenceChecker.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.LOGIN_REFUSED, "user or password is wrong"));
    }

    @Test
    void withoutARequestTheVcenterIsNotSilent() {
        pass(Duration.ofHours(1));

        assertThat(vcenterExistenceChecker.silence()).isEmpty();
    }

    @Test
    void aCallbackThatFailsDoesNotBlockTheOthers() {
        vcenterExistenceChecker.enqueue(Fixtures.absent(1), now, _ -> {
            throw new IllegalStateException("the callback fails");
        });
        vcenterExistenceChecker.enqueue(Fixtures.absent(2), now, results::add);
        pass(Duration.ofSeconds(20));

        vcenterExistenceChecker.completeOverdue();

        assertThat(results).hasSize(1);
        assertThat(vcenterExistenceChecker.hasPending()).isFalse();
    }

    private void ask() {
        vcenterExistenceChecker.enqueue(Fixtures.absent(1), now, results::add);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
