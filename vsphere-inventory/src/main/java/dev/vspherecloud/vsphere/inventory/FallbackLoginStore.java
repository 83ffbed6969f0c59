package dev.vspherecloud.vsphere.inventory;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the record of logins in a store, or in memory as long as the program lacks the right to that store. It logs
/// that once, and moves the record to the store when the right is given.
///
/// Its version is that of the memory, followed by a slash and that of the store if the store could be read.
///
/// Threads: any.
final class FallbackLoginStore implements LoginStore {
    private static final Logger log = LoggerFactory.getLogger(FallbackLoginStore.class);

    private final LoginStore store;
    private final MemoryLoginStore memory = new MemoryLoginStore();
    private final AtomicBoolean isForbidden = new AtomicBoolean();

    FallbackLoginStore(LoginStore store) {
        this.store = store;
    }

    /// What is in memory is newer, so it lies over what is in the store.
    @Override
    public Reading read() {
        return switch (store.read()) {
            case Entries kept -> {
                Entries own = memory.read();
                yield new Entries(LoginStore.overlay(kept.texts(), own.texts()), own.version() + "/" + kept.version());
            }
            case Forbidden(String why) -> {
                useMemory(why);
                yield memory.read();
            }
            case Unavailable unavailable -> unavailable;
        };
    }

    @Override
    public Writing write(Entries entries) {
        String[] versions = entries.version().split("/", 2);
        if (versions.length == 1) {
            return memory.write(entries);
        }
        return switch (store.write(new Entries(entries.texts(), versions[1]))) {
            case Written written -> {
                useStore();
                yield written;
            }
            case Forbidden(String why) -> {
                useMemory(why);
                yield memory.write(new Entries(entries.texts(), versions[0]));
            }
            case Conflict conflict -> conflict;
            case Unavailable unavailable -> unavailable;
        };
    }

    private void useMemory(String why) {
        if (isForbidden.compareAndSet(false, true)) {
            log.atWarn()
                    .addKeyValue("cause", why)
                    .log("The record of logins is kept in memory only, so a restart forgets refused ones; give the"
                            + " program the right that it lacks");
        }
    }

    private void useStore() {
        if (isForbidden.compareAndSet(true, false)) {
            memory.clear();
            log.atInfo().log("The record of logins is kept in its store again");
        }
    }

    @Override
    public String howToForget() {
        return isForbidden.get() ? memory.howToForget() : store.howToForget();
    }
}
