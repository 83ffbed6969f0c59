package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that no history locks an account, and that every watcher is logged in at the end.
class LoginHistoryTest {
    /// The number of histories in every build; the soak test runs all.
    private static final int SOME = 2_000;

    private static final int ALL = 10_000;

    @Test
    void noAccountIsRefusedThreeTimesAndAllLogInAgain() {
        run(SOME);
    }

    @Test
    @Tag("soak")
    void theSameHoldsForTenThousandHistories() {
        run(ALL);
    }

    private static void run(int histories) {
        for (int seed = 0; seed < histories; seed++) {
            assertThat(new LoginHistory(seed).run()).as("history %d", seed).isEmpty();
        }
    }
}
