package dev.vspherecloud.ccm;

import dev.vspherecloud.vsphere.inventory.LoginStore;
import dev.vspherecloud.vsphere.inventory.MemoryLoginStore;

/// The record of logins that the provider keeps, for a command that writes nothing: what it tried itself stays in its
/// memory and lies over what was read.
///
/// Where the record may not be read nothing is known, and so nothing is tried: it is unavailable, and not forbidden,
/// for which the provider itself would make do with its memory.
///
/// Threads: any.
final class LoginsOnlyRead implements LoginStore {
    private final LoginStore kept;
    private final MemoryLoginStore own = new MemoryLoginStore();

    LoginsOnlyRead(LoginStore kept) {
        this.kept = kept;
    }

    @Override
    public Reading read() {
        return switch (kept.read()) {
            case Entries entries -> {
                Entries ours = own.read();
                yield new Entries(LoginStore.overlay(entries.texts(), ours.texts()), ours.version());
            }
            case Forbidden(String why) -> new Unavailable(why);
            case Unavailable unavailable -> unavailable;
        };
    }

    @Override
    public Writing write(Entries entries) {
        return own.write(entries);
    }

    @Override
    public String howToForget() {
        return kept.howToForget();
    }
}
