package dev.vspherecloud.domain.vm;

import java.util.Locale;
/// The power state of a VM.

public enum PowerState {
    ON("on"),
    OFF("off"),
    SUSPENDED("suspended"),

    /// The power state is not known: vCenter has no current data of the VM, because its host is disconnected or
    /// the VM is inaccessible. The last known state may be wrong.
    UNKNOWN("unknown");

    private final String text;

    PowerState(String text) {
        this.text = text;
    }

    /// Returns the name in JSON and tables, as in `suspended`. The name does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }

    /// Returns the name in the form of messages about writes, as in `SUSPENDED`.
    @Override
    public String toString() {
        return text.toUpperCase(Locale.ROOT);
    }
}
