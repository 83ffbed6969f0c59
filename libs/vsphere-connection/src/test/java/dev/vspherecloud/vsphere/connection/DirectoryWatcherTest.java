package dev.vspherecloud.vsphere.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectoryWatcherTest {
    @Test
    void twoEqualReadsInARowAreReported() {
        assertThat(reported("a", "b", "b", "b", "c", "d", "d")).containsExactly("b", "d");
    }

    @Test
    void aValueThatReturnsAfterOneOtherReadIsNotReported() {
        assertThat(reported("a", "a", "b", "a", "a")).containsExactly("a");
    }

    @Test
    void aValueThatReturnsForTwoReadsIsReportedAgain() {
        assertThat(reported("a", "a", "b", "b", "a", "a")).containsExactly("a", "b", "a");
    }

    private static List<String> reported(String... reads) {
        Deque<String> script = new ArrayDeque<>(List.of(reads));
        var reported = new ArrayList<String>();
        new DirectoryWatcher(
                        () -> new ReadResult.Unreadable(script.remove()),
                        read -> reported.add(((ReadResult.Unreadable) read).why()),
                        _ -> {
                            if (script.isEmpty()) {
                                throw new InterruptedException("the script is over");
                            }
                        })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        return reported;
    }
}
