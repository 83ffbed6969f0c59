package dev.vspherecloud.vsphere.inventory.login;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the login records in a store. If the process may not write to the store, the records are kept in
/// memory. Records in memory override those of the store.
///
/// A process that records logins uses memory as long as it lacks the permission for the store. It logs that
/// once. When the permission is granted, it moves the records to the store. A process that only reads never
/// writes to the store. If it may not read the store either, the records are unavailable.
///
/// Threads: any; a map in memory is never changed, but replaced.
final class FallbackLoginStore {
    private static final Logger log = LoggerFactory.getLogger(FallbackLoginStore.class);

    /// The largest number of attempts to write. In each round one writer succeeds, so this many may write at
    /// the same time.
    private static final int MAX_ROUNDS = 50;

    private final LoginStore store;
    private final LoginPolicy policy;

    /// The records in memory. Each state is a new object, by which a writer notices that another thread wrote
    /// before.
    private final AtomicReference<Map<String, String>> entries = new AtomicReference<>(Map.of());

    private final AtomicBoolean isForbidden = new AtomicBoolean();

    FallbackLoginStore(LoginStore store, LoginPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    /// Changes the texts. If they stay the same, nothing is written.
    ///
    /// @param change returns the new texts; may be called several times, and its last result is kept
    /// @throws LoginStore.UnavailableException if the result could not be kept
    void update(UnaryOperator<Map<String, String>> change) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<LoginStore.Entries> stored = read();
            Map<String, String> inMemory = entries.get();
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

    /// Returns the texts of both maps; if both have a key, the text of `above` counts.
    static Map<String, String> overlay(Map<String, String> below, Map<String, String> above) {
        var both = new HashMap<>(below);
        both.putAll(above);
        return both;
    }

    /// Reads the store.
    ///
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

    /// Writes the texts to the store or to memory.
    ///
    /// @return false if another thread or process wrote meanwhile
    private boolean write(
            Optional<LoginStore.Entries> stored, Map<String, String> inMemory, Map<String, String> texts) {
        if (stored.isEmpty() || policy == LoginPolicy.READING_ONLY) {
            return entries.compareAndSet(inMemory, texts);
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
            return entries.compareAndSet(inMemory, texts);
        }
    }

    /// Uses memory from now on, if the failure is a missing permission. Throws any other failure.
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
            entries.set(new HashMap<>());
            log.atInfo().log("The login record is stored persistently again");
        }
    }

    /// Returns the instruction how to delete the records, see [LoginStore#howToReset].
    String howToReset() {
        return isForbidden.get() ? "restart the program" : store.howToReset();
    }
}
