package dev.vspherecloud.vsphere.inventory;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the record of logins in a store, and in memory what may not be written there: it lies over what the
/// store says.
///
/// A process that records falls back to memory as long as it lacks the right to the store. It logs that once, and moves
/// the record to the store when the right is given. A process that only reads never writes to the store. Where it may
/// not read either nothing is known, so the record is unavailable to it.
///
/// Its version is that of the memory, followed by a slash and that of the store if the store could be read.
///
/// Threads: any.
final class FallbackLoginStore implements LoginStore {
    private static final Logger log = LoggerFactory.getLogger(FallbackLoginStore.class);

    private final LoginStore store;
    private final LoginPolicy policy;
    private final MemoryLoginStore memory = new MemoryLoginStore();
    private final AtomicBoolean isForbidden = new AtomicBoolean();

    FallbackLoginStore(LoginStore store, LoginPolicy policy) {
        this.store = store;
        this.policy = policy;
    }

    @Override
    public Reading read() {
        return switch (store.read()) {
            case Entries kept -> {
                Entries own = memory.read();
                yield new Entries(LoginStore.overlay(kept.texts(), own.texts()), own.version() + "/" + kept.version());
            }
            case Forbidden(String why) when policy == LoginPolicy.READING_ONLY -> new Unavailable(why);
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
        if (versions.length == 1 || policy == LoginPolicy.READING_ONLY) {
            return memory.write(new Entries(entries.texts(), versions[0]));
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
