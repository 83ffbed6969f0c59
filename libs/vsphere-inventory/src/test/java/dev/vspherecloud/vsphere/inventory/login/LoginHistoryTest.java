package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// No history ends with a locked account, or with nobody logged in.
class LoginHistoryTest {
    /// In every build; all of them in the soak.
    private static final int SOME = 2_000;

    private static final int ALL = 10_000;

    @Test
    void whateverHappensNoAccountIsRefusedThreeTimesAndEverybodyGetsIn() {
        play(SOME);
    }

    @Test
    @Tag("soak")
    void thatHoldsInTenThousandHistories() {
        play(ALL);
    }

    private static void play(int histories) {
        for (int seed = 0; seed < histories; seed++) {
            assertThat(new LoginHistory(seed).play()).as("history %d", seed).isEmpty();
        }
    }
}
