package dev.vspherecloud.vsphere.inventory.login;

import java.util.Map;

/// Stores the login records outside this process, so that a restart or the next leader continues to count.
///
/// The store holds a few short texts by key, which are read and replaced as a whole. If a person deletes them,
/// the next login is tried at once. Each call blocks for a few seconds at most. If it fails, it throws
/// [UnavailableException].
///
/// Threads: any.
public interface LoginStore {
    Entries read();

    /// Replaces all texts, if the store has not changed since this version was read.
    ///
    /// @return false if another process wrote meanwhile; the caller must then read and decide again
    boolean write(Entries entries);

    /// Returns an instruction how to delete the texts, as the end of a sentence that begins "to try at once,
    /// …".
    String howToReset();

    /// The content of the store.
    ///
    /// @param texts   the texts by key; a key has letters and digits, at most 63; no entry if nothing was
    ///     written yet
    /// @param version the version of exactly these texts; its form is private to the store
    record Entries(Map<String, String> texts, String version) {
        public Entries {
            texts = Map.copyOf(texts);
        }
    }

    /// Reports that the store cannot be reached, does not answer, or refuses.
    final class UnavailableException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final boolean isForbidden;

        /// Creates the exception.
        ///
        /// @param why         the cause for messages; if a permission is missing: which, and where
        /// @param isForbidden true if this process lacks a permission, so that asking again soon does not help
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
