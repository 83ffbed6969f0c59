package dev.vspherecloud.vsphere.inventory.login;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the record of logins in a store, and in memory what may not be written there: it lies over what the
/// store says.
///
/// A process that records falls back to memory as long as it lacks the right to the store. It logs that once, and moves
/// the record to the store when the right is given. A process that only reads never writes to the store. Where it may
/// not read either nothing is known, so the record is unavailable to it.
///
/// Threads: any; nobody changes a map that is in memory, it is replaced.
final class FallbackLoginStore {
    private static final Logger log = LoggerFactory.getLogger(FallbackLoginStore.class);

    /// Each round one writer succeeds, so this many may write at the same time.
    private static final int ROUNDS = 50;

    private final LoginStore store;
    private final LoginPolicy policy;

    /// Another object for each state, which is how a writer sees that another was first.
    private final AtomicReference<Map<String, String>> memory = new AtomicReference<>(Map.of());

    private final AtomicBoolean isForbidden = new AtomicBoolean();

    FallbackLoginStore(LoginStore store, LoginPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /// Makes something of the texts as they are now. Nothing is written when they stay as they are.
    ///
    /// @param change may be asked several times; what it said last is kept
    /// @throws LoginStore.UnavailableException when that could not be kept
    void revise(UnaryOperator<Map<String, String>> change) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<LoginStore.Entries> kept = read();
            Map<String, String> own = memory.get();
            Map<String, String> before =
                    overlay(kept.map(LoginStore.Entries::texts).orElse(Map.of()), own);
            Map<String, String> after = change.apply(before);
            if (after.equals(before) || write(kept, own, after)) {
                return;
            }
        }
        throw new LoginStore.UnavailableException("others write all the time", false);
    }

    /// These texts, with those laid over them.
    static Map<String, String> overlay(Map<String, String> below, Map<String, String> above) {
        var both = new HashMap<>(below);
        both.putAll(above);
        return both;
    }

    /// @return what is in the store; empty when memory has to do
    private Optional<LoginStore.Entries> read() {
        try {
            return Optional.of(store.read());
        } catch (LoginStore.UnavailableException e) {
            if (policy == LoginPolicy.READING_ONLY) {
                throw e;
            }
            useMemory(e);
            return Optional.empty();
        }
    }

    /// @return false when somebody else wrote meanwhile
    private boolean write(Optional<LoginStore.Entries> kept, Map<String, String> own, Map<String, String> texts) {
        if (kept.isEmpty() || policy == LoginPolicy.READING_ONLY) {
            return memory.compareAndSet(own, texts);
        }
        try {
            boolean isWritten =
                    store.write(new LoginStore.Entries(texts, kept.get().version()));
            if (isWritten) {
                useStore();
            }
            return isWritten;
        } catch (LoginStore.UnavailableException e) {
            useMemory(e);
            return memory.compareAndSet(own, texts);
        }
    }

    /// Only a right that is missing is reason to do without the store.
    private void useMemory(LoginStore.UnavailableException failure) {
        if (!failure.isForbidden()) {
            throw failure;
        }
        if (isForbidden.compareAndSet(false, true)) {
            log.atWarn()
                    .addKeyValue("cause", failure.why())
                    .log("The record of logins is kept in memory only, so a restart forgets refused ones; give the"
                            + " program the right that it lacks");
        }
    }

    private void useStore() {
        if (isForbidden.compareAndSet(true, false)) {
            memory.set(new HashMap<>());
            log.atInfo().log("The record of logins is kept in its store again");
        }
    }

    /// For people, see [LoginStore#howToForget].
    String howToForget() {
        return isForbidden.get() ? "restart the program" : store.howToForget();
    }
}
