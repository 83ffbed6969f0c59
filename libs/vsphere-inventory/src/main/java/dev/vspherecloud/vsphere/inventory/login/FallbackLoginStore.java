package dev.vspherecloud.vsphere.inventory.login;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the records of logins in a store, and in memory where the store may not be written: the texts in memory
/// override those of the store.
///
/// A process that records falls back to memory as long as it lacks the right to the store. It logs that once, and
/// moves the records to the store when the right is given. A process that only reads never writes to the store. If
/// it may not read either, nothing is known, so the records are unavailable to it.
///
/// Threads: any; a map in memory is never changed, but replaced.
final class FallbackLoginStore {
    private static final Logger log = LoggerFactory.getLogger(FallbackLoginStore.class);

    /// In each round one writer succeeds, so this many may write at the same time.
    private static final int MAX_ROUNDS = 50;

    private final LoginStore store;
    private final LoginPolicy policy;

    /// A new object for each state, by which a writer notices that another was first.
    private final AtomicReference<Map<String, String>> memory = new AtomicReference<>(Map.of());

    private final AtomicBoolean isForbidden = new AtomicBoolean();

    FallbackLoginStore(LoginStore store, LoginPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /// Changes the texts. Nothing is written if they stay as they are.
    ///
    /// @param change may be called several times; its last result is kept
    /// @throws LoginStore.UnavailableException if the result could not be kept
    void update(UnaryOperator<Map<String, String>> change) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<LoginStore.Entries> stored = read();
            Map<String, String> inMemory = memory.get();
            Map<String, String> before =
                    overlay(stored.map(LoginStore.Entries::texts).orElse(Map.of()), inMemory);
            Map<String, String> after = change.apply(before);
            if (after.equals(before) || write(stored, inMemory, after)) {
                return;
            }
        }
        throw new LoginStore.UnavailableException(
                "other processes changed the login record during each attempt to write it", false);
    }

    /// Returns the lower texts, overridden by the upper ones.
    static Map<String, String> overlay(Map<String, String> below, Map<String, String> above) {
        var both = new HashMap<>(below);
        both.putAll(above);
        return both;
    }

    /// @return the content of the store; empty if memory has to be used
    private Optional<LoginStore.Entries> read() {
        try {
            return Optional.of(store.read());
        } catch (LoginStore.UnavailableException e) {
            if (policy == LoginPolicy.READING_ONLY) {
                throw e;
            }
            fallBackToMemory(e);
            return Optional.empty();
        }
    }

    /// @return false if another thread or process wrote meanwhile
    private boolean write(
            Optional<LoginStore.Entries> stored, Map<String, String> inMemory, Map<String, String> texts) {
        if (stored.isEmpty() || policy == LoginPolicy.READING_ONLY) {
            return memory.compareAndSet(inMemory, texts);
        }
        try {
            boolean isWritten =
                    store.write(new LoginStore.Entries(texts, stored.get().version()));
            if (isWritten) {
                returnToStore();
            }
            return isWritten;
        } catch (LoginStore.UnavailableException e) {
            fallBackToMemory(e);
            return memory.compareAndSet(inMemory, texts);
        }
    }

    /// Falls back to memory. The only reason to do so is a missing right.
    private void fallBackToMemory(LoginStore.UnavailableException failure) {
        if (!failure.isForbidden()) {
            throw failure;
        }
        if (isForbidden.compareAndSet(false, true)) {
            log.atWarn()
                    .addKeyValue("cause", failure.why())
                    .log("The login record is kept in memory only, so a restart forgets refused logins; grant the"
                            + " missing permission");
        }
    }

    private void returnToStore() {
        if (isForbidden.compareAndSet(true, false)) {
            memory.set(new HashMap<>());
            log.atInfo().log("The login record is stored persistently again");
        }
    }

    /// Returns a text for people, see [LoginStore#howToReset].
    String howToReset() {
        return isForbidden.get() ? "restart the program" : store.howToReset();
    }
}
