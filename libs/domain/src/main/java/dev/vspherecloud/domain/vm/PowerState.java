package dev.vspherecloud.domain.vm;

import java.util.Locale;
/// Whether a VM runs.

public enum PowerState {
    ON("on"),
    OFF("off"),
    SUSPENDED("suspended"),

    /// vCenter has no current data of the VM (its host is disconnected, or the VM is inaccessible), so its last
    /// known state may be wrong.
    UNKNOWN("unknown");

    private final String text;

    PowerState(String text) {
        this.text = text;
    }

    /// Returns the name in JSON and tables, as in `suspended`. It stays when the constant is renamed.
    public String text() {
        return text;
    }

    /// Returns the name as messages of writes show it, as in `SUSPENDED`.
    @Override
    public String toString() {
        return text.toUpperCase(Locale.ROOT);
    }
}
