package dev.vspherecloud.vsphere.inventory.login;

import java.util.Optional;

/// Keeps the last login of each user that a process tried without adding it to the [LoginStore], so that the next
/// such process counts it. A login that was accepted is deleted.
///
/// The keys are letters and digits, and the texts have one line without anything that follows from a password. If a
/// text cannot be kept, the process goes on, and the next one does not know of the login.
///
/// Threads: any.
public interface AttemptStore {
    /// A store that keeps nothing.
    AttemptStore NONE = new AttemptStore() {
        @Override
        public Optional<String> read(String key) {
            return Optional.empty();
        }

        @Override
        public void write(String key, String text) {}

        @Override
        public void delete(String key) {}

        @Override
        public Optional<String> howToReset(String key) {
            return Optional.empty();
        }
    };

    Optional<String> read(String key);

    void write(String key, String text);

    void delete(String key);

    /// Returns an instruction how to delete the text, as the end of a sentence that begins "to try at once, …"; empty
    /// if no text is kept.
    Optional<String> howToReset(String key);
}
