package dev.vspherecloud.vsphere.inventory;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The record of logins, in the store as long as we may write there, else in memory: said once, and taken to the
/// store when the right is given.
///
/// Threads: any; what is decided on an outdated reading is decided again.
final class LoginBook {
    private static final Logger log = LoggerFactory.getLogger(LoginBook.class);

    /// Each round somebody gets through, so this many may write at the same time.
    private static final int ROUNDS = 50;

    /// What a revision came to.
    sealed interface Outcome<T> {
        record Kept<T>(T value) implements Outcome<T> {}

        /// @param why for people
        record Unkept<T>(String why) implements Outcome<T> {}
    }

    /// New texts, and what the caller learns once they are kept.
    record Draft<T>(Map<String, String> texts, T value) {}

    private final LoginStore store;
    private final MemoryLoginStore memory = new MemoryLoginStore();
    private final AtomicBoolean forbidden = new AtomicBoolean();

    LoginBook(LoginStore store) {
        this.store = store;
    }

    String howToForget() {
        return forbidden.get() ? memory.howToForget() : store.howToForget();
    }

    /// Makes something of the texts as they are now. Nothing is written when they stay as they are.
    ///
    /// @param change may be asked several times
    <T> Outcome<T> revise(Function<Map<String, String>, Draft<T>> change) {
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Outcome<T>> outcome =
                    switch (store.read()) {
                        case LoginStore.Entries entries -> revise(entries, change);
                        case LoginStore.Forbidden(String why) -> Optional.of(inMemory(why, Map.of(), change));
                        case LoginStore.Unavailable(String why) -> Optional.of(new Outcome.Unkept<>(why));
                    };
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return new Outcome.Unkept<>("others write all the time");
    }

    /// @return empty when somebody else wrote meanwhile
    private <T> Optional<Outcome<T>> revise(
            LoginStore.Entries entries, Function<Map<String, String>, Draft<T>> change) {
        Map<String, String> texts =
                LoginStore.overlay(entries.texts(), memory.read().texts());
        Draft<T> draft = change.apply(texts);
        if (draft.texts().equals(texts)) {
            return Optional.of(new Outcome.Kept<>(draft.value()));
        }
        return switch (store.write(entries.with(draft.texts()))) {
            case LoginStore.Written _ -> {
                allowed();
                yield Optional.of(new Outcome.Kept<>(draft.value()));
            }
            case LoginStore.Conflict _ -> Optional.empty();
            case LoginStore.Forbidden(String why) -> Optional.of(inMemory(why, entries.texts(), change));
            case LoginStore.Unavailable(String why) -> Optional.of(new Outcome.Unkept<>(why));
        };
    }

    /// @param below what can be read in the store, though not written
    private <T> Outcome<T> inMemory(
            String why, Map<String, String> below, Function<Map<String, String>, Draft<T>> change) {
        if (forbidden.compareAndSet(false, true)) {
            log.atWarn()
                    .addKeyValue("cause", why)
                    .log("The record of logins is kept in memory only, so a restart forgets refused ones; give the"
                            + " program the right that it lacks");
        }
        while (true) {
            LoginStore.Entries entries = memory.read();
            Draft<T> draft = change.apply(LoginStore.overlay(below, entries.texts()));
            if (memory.write(entries.with(draft.texts())) instanceof LoginStore.Written) {
                return new Outcome.Kept<>(draft.value());
            }
        }
    }

    private void allowed() {
        if (forbidden.compareAndSet(true, false)) {
            memory.clear();
            log.atInfo().log("The record of logins is kept in its store again");
        }
    }
}
