package dev.vspherecloud.vsphere.inventory;

import java.util.HashMap;
import java.util.Map;

/// Where the record of logins outlives this process, so that a restart or the next leader goes on counting.
///
/// A few short texts by key, read and replaced as a whole. A person who deletes them lets the next login be tried at
/// once. Each call blocks for a few seconds at most, and says so when it failed.
///
/// Threads: any.
public interface LoginStore {
    Reading read();

    /// Replaces all texts, if they are still those that were read as this version.
    Writing write(Entries entries);

    /// For people: how to delete the texts, as the end of a sentence that begins "to try at once, …".
    String howToForget();

    /// What a reading came to.
    sealed interface Reading permits Entries, Forbidden, Unavailable {}

    /// What a writing came to.
    sealed interface Writing permits Written, Conflict, Forbidden, Unavailable {}

    /// @param texts   by key: letters and digits, at most 63; no entry when nothing was written yet
    /// @param version of exactly these texts; what it looks like is the store's own business
    record Entries(Map<String, String> texts, String version) implements Reading {
        public Entries {
            texts = Map.copyOf(texts);
        }

        Entries with(Map<String, String> changed) {
            return new Entries(changed, version);
        }
    }

    record Written() implements Writing {}

    /// Somebody else wrote meanwhile: read again, decide again.
    record Conflict() implements Writing {}

    /// We lack the right, and asking again soon won't help.
    ///
    /// @param why for people: which right is missing, and where
    record Forbidden(String why) implements Reading, Writing {}

    /// The store can't be reached or does not answer.
    ///
    /// @param why for people
    record Unavailable(String why) implements Reading, Writing {}

    /// These texts, with those laid over them.
    static Map<String, String> overlay(Map<String, String> below, Map<String, String> above) {
        var both = new HashMap<>(below);
        both.putAll(above);
        return both;
    }
}
