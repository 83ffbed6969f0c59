package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.inventory.LoginStore.Entries;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FallbackLoginStoreTest {
    private final MemoryLoginStore kept = new MemoryLoginStore();
    private final LoginStore logins = readingOnly(kept);

    @Test
    void showsWhatIsKeptAndOverItWhatItWasTold() {
        store(kept, Map.of("alice", "kept", "bob", "kept"));

        store(logins, Map.of("bob", "own"));

        assertThat(texts(logins)).isEqualTo(Map.of("alice", "kept", "bob", "own"));
        assertThat(texts(kept)).isEqualTo(Map.of("alice", "kept", "bob", "kept"));
    }

    @Test
    void seesWhatOthersKeepMeanwhile() {
        assertThat(texts(logins)).isEmpty();

        store(kept, Map.of("alice", "kept"));

        assertThat(texts(logins)).containsKey("alice");
    }

    @Test
    void twoThatWriteAtOnceDecideAnew() {
        var basis = (Entries) logins.read();
        store(logins, Map.of("alice", "first"));

        assertThat(logins.write(new Entries(Map.of("alice", "second"), basis.version())))
                .isEqualTo(new LoginStore.Conflict());
    }

    @Test
    void whatMayNotBeReadIsNotMadeUpForByMemory() {
        var forbidden = readingOnly(new Closed());

        assertThat(forbidden.read()).isEqualTo(new LoginStore.Unavailable("no right"));
    }

    @Test
    void aProcessThatRecordsWritesToTheStoreWhatItMay() {
        var recording = new FallbackLoginStore(kept, LoginPolicy.RECORDING);

        store(recording, Map.of("alice", "own"));

        assertThat(texts(kept)).isEqualTo(Map.of("alice", "own"));
    }

    @Test
    void aProcessThatRecordsTakesItsMemoryWhereItHasNoRight() {
        var recording = new FallbackLoginStore(new Closed(), LoginPolicy.RECORDING);

        store(recording, Map.of("alice", "own"));

        assertThat(texts(recording)).isEqualTo(Map.of("alice", "own"));
        assertThat(recording.howToForget()).isEqualTo("restart the program");
    }

    private static LoginStore readingOnly(LoginStore kept) {
        return new FallbackLoginStore(kept, LoginPolicy.READING_ONLY);
    }

    private static void store(LoginStore store, Map<String, String> texts) {
        var basis = (Entries) store.read();
        assertThat(store.write(new Entries(texts, basis.version()))).isEqualTo(new LoginStore.Written());
    }

    private static Map<String, String> texts(LoginStore store) {
        return ((Entries) store.read()).texts();
    }

    private record Closed() implements LoginStore {
        @Override
        public Reading read() {
            return new Forbidden("no right");
        }

        @Override
        public Writing write(Entries entries) {
            throw new AssertionError("nothing is written");
        }

        @Override
        public String howToForget() {
            return "";
        }
    }
}
