package dev.vspherecloud.vsphere.inventory.login;

import java.util.Map;

/// Stores the records of logins outside this process, so that a restart or the next leader continues to count.
///
/// It holds a few short texts by key, which are read and replaced as a whole. If a person deletes them, the next
/// login is tried at once. Each call blocks for a few seconds at most, and throws [UnavailableException] if it
/// failed.
///
/// Threads: any.
public interface LoginStore {
    Entries read();

    /// Replaces all texts, if the store still has those that were read as this version.
    ///
    /// @return false if another process wrote meanwhile: read again, decide again
    boolean write(Entries entries);

    /// Returns, for people, how to delete the texts, as the end of a sentence that begins "to try at once, …".
    String howToReset();

    /// @param texts   by key: letters and digits, at most 63; no entry if nothing was written yet
    /// @param version of exactly these texts; its form is private to the store
    record Entries(Map<String, String> texts, String version) {
        public Entries {
            texts = Map.copyOf(texts);
        }
    }

    /// The store cannot be reached, does not answer, or refuses.
    final class UnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean isForbidden;

        /// @param why         for people; if a right is missing: which, and where
        /// @param isForbidden whether this process lacks a right, so that asking again soon does not help
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
