package dev.vspherecloud.ccm.controllers.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VcenterEventThrottleTest {
    private static final ReasonCode REFUSED = VsphereReason.LOGIN_REFUSED;

    private final VcenterEventThrottle said = new VcenterEventThrottle();
    private long now = Long.MAX_VALUE - 1_000;

    @Test
    void whatLastsIsLoggedOnceAndSaidEveryFiveMinutes() {
        assertThat(said.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
        for (int i = 0; i < 3; i++) {
            pass(Duration.ofMinutes(4));
            assertThat(said.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(false, false));
            pass(Duration.ofMinutes(1));
            assertThat(said.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, false));
        }
    }

    @Test
    void whatCameToAnEndAndBeginsAnewIsLoggedAgain() {
        said.onReason("vc-a", REFUSED, now);
        pass(Duration.ofMinutes(11));

        assertThat(said.onReason("vc-a", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
    }

    @Test
    void vcentersAndReasonsDoNotHideEachOther() {
        said.onReason("vc-a", REFUSED, now);

        assertThat(said.onReason("vc-b", REFUSED, now)).isEqualTo(new VcenterEventThrottle.Due(true, true));
        assertThat(said.onReason("vc-a", VsphereReason.TAGS_UNREAD, now))
                .isEqualTo(new VcenterEventThrottle.Due(true, true));
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
