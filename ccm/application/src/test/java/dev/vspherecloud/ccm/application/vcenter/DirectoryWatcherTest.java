package dev.vspherecloud.ccm.application.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.SecretsDirectory.ReadResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectoryWatcherTest {
    @Test
    void twoEqualLooksInARowCount() {
        assertThat(told("a", "b", "b", "b", "c", "d", "d")).containsExactly("b", "d");
    }

    @Test
    void whatCameBackAfterAGlimpseOfSomethingElseIsNoNews() {
        assertThat(told("a", "a", "b", "a", "a")).containsExactly("a");
    }

    @Test
    void whatCameBackForGoodIsToldAgain() {
        assertThat(told("a", "a", "b", "b", "a", "a")).containsExactly("a", "b", "a");
    }

    private static List<String> told(String... looks) {
        Deque<String> script = new ArrayDeque<>(List.of(looks));
        var told = new ArrayList<String>();
        new DirectoryWatcher(
                        () -> new ReadResult.Unreadable(script.remove()),
                        look -> told.add(((ReadResult.Unreadable) look).why()),
                        _ -> {
                            if (script.isEmpty()) {
                                throw new InterruptedException("the script is over");
                            }
                        })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        return told;
    }
}
