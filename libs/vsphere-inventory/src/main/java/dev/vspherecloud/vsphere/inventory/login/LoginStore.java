package dev.vspherecloud.vsphere.inventory.login;

import java.util.Map;

/// Where the record of logins outlives this process, so that a restart or the next leader goes on counting.
///
/// A few short texts by key, read and replaced as a whole. A person who deletes them lets the next login be tried at
/// once. Each call blocks for a few seconds at most, and throws [UnavailableException] when it failed.
///
/// Threads: any.
public interface LoginStore {
    Entries read();

    /// Replaces all texts, if they are still those that were read as this version.
    ///
    /// @return false when somebody else wrote meanwhile: read again, decide again
    boolean write(Entries entries);

    /// For people: how to delete the texts, as the end of a sentence that begins "to try at once, …".
    String howToForget();

    /// @param texts   by key: letters and digits, at most 63; no entry when nothing was written yet
    /// @param version of exactly these texts; what it looks like is the store's own business
    record Entries(Map<String, String> texts, String version) {
        public Entries {
            texts = Map.copyOf(texts);
        }
    }

    /// The store can't be reached, does not answer, or refuses.
    final class UnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean isForbidden;

        /// @param why         for people; when a right is missing: which, and where
        /// @param isForbidden whether we lack a right, so that asking again soon won't help
        public UnavailableException(String why, boolean isForbidden) {
            super(why);
            this.isForbidden = isForbidden;
        }

        boolean isForbidden() {
            return isForbidden;
        }

        String why() {
            return String.valueOf(getMessage());
        }
    }
}
