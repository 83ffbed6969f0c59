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
    void isAwaitedThenSlowThenSilent() {
        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Awaited("vc-a"));

        pass(Duration.ofSeconds(2));
        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Slow("vc-a"));

        pass(Duration.ofSeconds(13));
        assertThat(responsiveness.fallbackAnswer())
                .isEqualTo(new VcenterAnswer.Silent(new VmLookup.Silence("vc-a", "no answer for 15 s")));
    }

    @Test
    void aFurtherPendingCallDoesNotRestartTheTimer() {
        responsiveness.markPending();
        pass(Duration.ofSeconds(3));

        responsiveness.markPending();

        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void progressRestartsTheTimer() {
        responsiveness.markPending();
        pass(Duration.ofSeconds(14));
        responsiveness.onProgress();
        pass(Duration.ofSeconds(1));

        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Awaited("vc-a"));
    }

    @Test
    void aCompleteSnapshotRestartsTheTimer() {
        responsiveness.markPending();
        pass(Duration.ofSeconds(20));
        responsiveness.onPublished(true);
        pass(Duration.ofSeconds(20));

        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Awaited("vc-a"));
        pass(Duration.ofSeconds(2));
        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Slow("vc-a"));
    }

    @Test
    void theTimeSinceConfirmedIsUnknownWhileItFails() {
        assertThat(responsiveness.timeSinceConfirmed()).isEmpty();

        responsiveness.onConfirmed(now);
        pass(Duration.ofSeconds(7));
        assertThat(responsiveness.timeSinceConfirmed()).contains(Duration.ofSeconds(7));

        responsiveness.onFailed(VsphereReason.VCENTER_SILENT, "TIMEOUT", "slow");
        assertThat(responsiveness.timeSinceConfirmed()).isEmpty();
        assertThat(responsiveness.failure()).contains(new VmLookup.Silence("vc-a", "slow"));

        responsiveness.onPublished(true);
        assertThat(responsiveness.timeSinceConfirmed()).contains(Duration.ofSeconds(7));
        assertThat(responsiveness.failure()).isEmpty();
    }

    @Test
    void isSilentWithItsReasonWhileItFails() {
        assertThat(responsiveness.onFailed(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there"))
                .isTrue();
        responsiveness.onProgress();

        assertThat(responsiveness.fallbackAnswer())
                .isEqualTo(new VcenterAnswer.Silent(
                        new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there")));

        responsiveness.onPublished(true);
        assertThat(responsiveness.fallbackAnswer()).isEqualTo(new VcenterAnswer.Awaited("vc-a"));
    }

    @Test
    void onlyAnotherReasonCodeIsAChange() {
        responsiveness.onFailed(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");

        assertThat(responsiveness.onFailed(VsphereReason.VCENTER_UNREACHABLE, "PROXY", "the proxy says no"))
                .isFalse();
        assertThat(responsiveness.onFailed(VsphereReason.LOGIN_REFUSED, "refused", "wrong password"))
                .isTrue();
    }

    @Test
    void silenceDoesNotMarkACallAsPending() {
        assertThat(responsiveness.silence()).isEmpty();
        pass(Duration.ofSeconds(20));
        assertThat(responsiveness.silence()).isEmpty();

        responsiveness.markPending();
        pass(Duration.ofSeconds(3));
        assertThat(responsiveness.silence()).contains(new VmLookup.Silence("vc-a", "no answer for 3 s"));

        responsiveness.onFailed(VsphereReason.VCENTER_UNREACHABLE, "UNREACHABLE", "nothing listens there");
        assertThat(responsiveness.silence())
                .contains(new VmLookup.Silence("vc-a", VsphereReason.VCENTER_UNREACHABLE, "nothing listens there"));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
