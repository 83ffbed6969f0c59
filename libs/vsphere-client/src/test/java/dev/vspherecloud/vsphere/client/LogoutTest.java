package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogoutTest {
    private final List<Kind> failures = new ArrayList<>();
    private int attempts;

    @Test
    void triesAgainAfterABrokenConnection() {
        failures.add(Kind.UNREACHABLE);

        Logout.run(this::attempt);

        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void givesUpAfterTheSecondTime() {
        failures.addAll(List.of(Kind.UNREACHABLE, Kind.UNREACHABLE, Kind.UNREACHABLE));

        Logout.run(this::attempt);

        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void doesNotWaitTwiceForAServerThatHangs() {
        failures.add(Kind.TIMEOUT);

        Logout.run(this::attempt);

        assertThat(attempts).isEqualTo(1);
    }

    private void attempt() {
        attempts++;
        if (!failures.isEmpty()) {
            throw new VcenterException(failures.removeFirst(), "vc-test", "played");
        }
    }
}
