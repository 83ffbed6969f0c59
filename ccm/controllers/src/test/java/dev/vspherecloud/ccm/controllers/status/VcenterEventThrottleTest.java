package dev.vspherecloud.ccm.controllers.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VcenterEventThrottleTest {
    private static final ReasonCode REFUSED = VsphereReason.LOGIN_REFUSED;

    private final VcenterEventThrottle throttle = new VcenterEventThrottle();
    private long now = Long.MAX_VALUE - 1_000;

    @Test
    void aLastingReasonIsLoggedOnceAndReportedEveryFiveMinutes() {
        assertThat(throttle.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofMinutes(4));
            assertThat(throttle.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(false, false));
            pass(Duration.ofMinutes(1));
            assertThat(throttle.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, false));
        }
    }

    @Test
    void aReasonThatEndedAndBeginsAgainIsLoggedAgain() {
        throttle.onReason("vc-a", REFUSED, now);
        pass(Duration.ofMinutes(11));

        assertThat(throttle.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
    }

    @Test
    void vcentersAndReasonsDoNotHideEachOther() {
        throttle.onReason("vc-a", REFUSED, now);

        assertThat(throttle.onReason("vc-b", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
        assertThat(throttle.onReason("vc-a", VsphereReason.TAGS_UNREAD, now))
                .isEqualTo(new VcenterEventThrottle.Due(true, true));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
