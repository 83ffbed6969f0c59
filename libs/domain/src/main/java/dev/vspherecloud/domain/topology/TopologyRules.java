package dev.vspherecloud.domain.topology;

/// What the configuration says about zones and regions.
///
/// @param required whether a Node waits for its tags; in [Mode#COMPATIBLE] it always does
public record TopologyRules(TopologyCategories categories, Mode mode, boolean required) {
    /// How a zone is found in the tags above a VM.
    public enum Mode {
        /// In the order and with the exceptions of the Go program, so that a new Node gets what its neighbours have.
        COMPATIBLE("compatible"),

        /// The nearest object that has a tag of a category decides on that category.
        NEAREST("nearest");

        private final String word;

        Mode(String word) {
            this.word = word;
        }

        /// In a configuration, as in `nearest`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }
}
