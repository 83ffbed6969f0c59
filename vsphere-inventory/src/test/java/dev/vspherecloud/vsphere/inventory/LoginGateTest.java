package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.client.Secret;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginGateTest {
    private static final Credentials WRONG = new Credentials("k8s", new Secret("old"));
    private static final Credentials CHANGED = new Credentials("k8s", new Secret("new"));
    private static final long NOW = -5;

    private final LoginGate gate = new LoginGate();

    @Test
    void isOpenUntilSomethingWasRefused() {
        assertThat(gate.closedFor(WRONG, NOW)).isZero();
    }

    @Test
    void refusedCredentialsRestForFiveMinutes() {
        gate.refused(WRONG, NOW);

        assertThat(gate.closedFor(WRONG, NOW)).isEqualTo(Duration.ofMinutes(5));
        assertThat(gate.closedFor(WRONG, NOW + minutes(4))).isEqualTo(Duration.ofMinutes(1));
        assertThat(gate.closedFor(WRONG, NOW + minutes(6))).isZero();
    }

    @Test
    void changedCredentialsMayBeTriedAtOnce() {
        gate.refused(WRONG, NOW);

        assertThat(gate.closedFor(CHANGED, NOW)).isZero();
    }

    @Test
    void anAcceptedLoginOpensTheGate() {
        gate.refused(WRONG, NOW);
        gate.accepted();

        assertThat(gate.closedFor(WRONG, NOW)).isZero();
    }

    private static long minutes(int count) {
        return Duration.ofMinutes(count).toNanos();
    }
}
