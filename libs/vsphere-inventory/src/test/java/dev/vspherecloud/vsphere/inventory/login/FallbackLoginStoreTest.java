package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbackLoginStoreTest {
    private final MemoryLoginStore kept = new MemoryLoginStore();
    private final FallbackLoginStore logins = readingOnly(kept);

    @Test
    void ownWritesOverlayTheStore() {
        keep(Map.of("alice", "kept", "bob", "kept"));

        store(logins, Map.of("bob", "own"));

        assertThat(texts(logins)).isEqualTo(Map.of("alice", "kept", "bob", "own"));
        assertThat(kept.read().texts()).isEqualTo(Map.of("alice", "kept", "bob", "kept"));
    }

    @Test
    void readsLaterWritesOfOthers() {
        assertThat(texts(logins)).isEmpty();

        keep(Map.of("alice", "kept"));

        assertThat(texts(logins)).containsKey("alice");
    }

    @Test
    void aConcurrentWriteRepeatsTheUpdate() {
        assertUpdateIsRepeated(logins);
        assertUpdateIsRepeated(new FallbackLoginStore(kept, LoginPolicy.RECORDING));
    }

    /// Asserts that the update runs again if another process writes after its first read.
    private static void assertUpdateIsRepeated(FallbackLoginStore logins) {
        List<Map<String, String>> seen = new ArrayList<>();
        logins.update(texts -> {
            seen.add(texts);
            if (seen.size() == 1) {
                store(logins, Map.of("alice", "first"));
            }
            return Map.of("alice", "second");
        });

        assertThat(seen).containsExactly(Map.of(), Map.of("alice", "first"));
        assertThat(texts(logins)).isEqualTo(Map.of("alice", "second"));
    }

    @Test
    void givesUpIfOthersWriteAllTheTime() {
        assertThatThrownBy(() -> logins.update(texts -> {
                    store(logins, Map.of("alice", texts.getOrDefault("alice", "") + "x"));
                    return Map.of("alice", "own");
                }))
                .isInstanceOf(LoginStore.UnavailableException.class)
                .hasMessage("other processes changed the login record during each attempt to write it");
    }

    @Test
    void aForbiddenReadDoesNotFallBackToMemory() {
        FallbackLoginStore forbidden = readingOnly(new Closed());

        assertThatThrownBy(() -> texts(forbidden)).hasMessage("no right");
    }

    @Test
    void aRecordingProcessWritesToTheStore() {
        var recording = new FallbackLoginStore(kept, LoginPolicy.RECORDING);

        store(recording, Map.of("alice", "own"));

        assertThat(kept.read().texts()).isEqualTo(Map.of("alice", "own"));
    }

    @Test
    void aRecordingProcessWithoutPermissionFallsBackToMemory() {
        var recording = new FallbackLoginStore(new Closed(), LoginPolicy.RECORDING);

        store(recording, Map.of("alice", "own"));

        assertThat(texts(recording)).isEqualTo(Map.of("alice", "own"));
        assertThat(recording.howToReset()).isEqualTo("restart the program");
    }

    private static FallbackLoginStore readingOnly(LoginStore kept) {
        return new FallbackLoginStore(kept, LoginPolicy.READING_ONLY);
    }

    private void keep(Map<String, String> texts) {
        assertThat(kept.write(new LoginStore.Entries(texts, kept.read().version())))
                .isTrue();
    }

    private static void store(FallbackLoginStore store, Map<String, String> texts) {
        store.update(_ -> texts);
    }

    private static Map<String, String> texts(FallbackLoginStore store) {
        var seen = new ArrayList<Map<String, String>>();
        store.update(texts -> {
            seen.add(texts);
            return texts;
        });
        return seen.getLast();
    }

    private record Closed() implements LoginStore {
        @Override
        public Entries read() {
            throw new UnavailableException("no right", true);
        }

        @Override
        public boolean write(Entries entries) {
            throw new AssertionError("nothing is written");
        }

        @Override
        public String howToReset() {
            return "";
        }
    }
}
