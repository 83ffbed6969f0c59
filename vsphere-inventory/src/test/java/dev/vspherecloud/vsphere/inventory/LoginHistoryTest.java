package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// No history ends with a locked account, or with nobody logged in.
class LoginHistoryTest {
    private static final int HISTORIES = 10_000;

    @Test
    void whateverHappensNoAccountIsRefusedThreeTimesAndEverybodyGetsIn() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            assertThat(new LoginHistory(seed).play()).as("history %d", seed).isEmpty();
        }
    }
}
