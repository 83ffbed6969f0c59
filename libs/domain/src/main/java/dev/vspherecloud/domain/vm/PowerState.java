package dev.vspherecloud.domain.vm;

import java.util.Locale;
/// Whether a VM runs.

public enum PowerState {
    ON("on"),
    OFF("off"),
    SUSPENDED("suspended"),

    /// vCenter has lost sight of the VM (its host is disconnected, the VM inaccessible), so whatever it last knew
    /// says nothing about now.
    UNKNOWN("unknown");

    private final String word;

    PowerState(String word) {
        this.word = word;
    }

    /// In JSON and tables, as in `suspended`. It stays when the constant is renamed.
    public String word() {
        return word;
    }

    /// As messages of writes say it, as in `SUSPENDED`.
    @Override
    public String toString() {
        return word.toUpperCase(Locale.ROOT);
    }
}
