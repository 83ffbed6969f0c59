package dev.vspherecloud.ccm.application.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.testkit.time.VirtualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Tests the times of a stop, which scenarios with a busy machine cannot measure.
class StopPolicyTest {
    private final VirtualTime time = VirtualTime.until(Duration.ofMinutes(1));

    @Test
    void aShutdownThatHangsIsGivenUpInLessThanFiveSeconds() throws InterruptedException {
        assertThat(StopPolicy.awaitEnd(this::pass, () -> false)).isFalse();

        assertThat(passed()).isEqualTo(Duration.ofMillis(4500));
    }

    @Test
    void aShutdownThatAwaitsALoginIsGivenUpInLessThanTenSeconds() throws InterruptedException {
        assertThat(StopPolicy.awaitEnd(this::pass, () -> true)).isFalse();

        assertThat(passed()).isEqualTo(Duration.ofMillis(9700));
    }

    @Test
    void aShutdownThatEndsIsNotWaitedForAnyLonger() throws InterruptedException {
        assertThat(StopPolicy.awaitEnd(_ -> true, () -> true)).isTrue();
        assertThat(StopPolicy.awaitEnd(length -> pass(length) || passed().toSeconds() > 5, () -> true))
                .isTrue();
    }

    /// Otherwise the process would end before it has tried to log out everywhere.
    @Test
    void theLogOutIsGivenUpBeforeTheShutdown() {
        assertThat(StopPolicy.LOGOUT_TIMEOUT).isLessThan(StopPolicy.END_TIMEOUT);
        assertThat(StopPolicy.LOGIN_TIMEOUT).isLessThan(StopPolicy.END_TIMEOUT_OF_LOGIN);
    }

    @Test
    void theLeaseIsReleasedInLessThanTwoSecondsWhicheverServerHangs() {
        Duration controllers = StopPolicy.DRAIN.multipliedBy(RUNNING.length);

        assertThat(controllers.plus(StopPolicy.EXPECTED_LOGOUT).plus(StopPolicy.RELEASE_TIMEOUT))
                .isLessThan(Duration.ofSeconds(2));
    }

    /// The controllers that this program has. Kubernetes has names for more.
    private static final ControllerName[] RUNNING = {ControllerName.CLOUD_NODE, ControllerName.CLOUD_NODE_LIFECYCLE};

    private boolean pass(Duration length) throws InterruptedException {
        time.sleep(length);
        return false;
    }

    private Duration passed() {
        return Duration.ofNanos(time.nanos());
    }
}
