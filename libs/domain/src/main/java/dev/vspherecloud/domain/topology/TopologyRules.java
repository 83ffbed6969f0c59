package dev.vspherecloud.domain.topology;

/// What the configuration says about zones and regions.
///
/// @param required whether a Node waits for its tags; in [Mode#COMPATIBLE] it always does
public record TopologyRules(TopologyCategories categories, Mode mode, boolean required) {
    /// How to find zone and region in the tags above a VM.
    public enum Mode {
        /// Uses the order and the exceptions of cloud-provider-vsphere (Go), so that a new Node gets the same
        /// labels as existing Nodes beside it.
        COMPATIBLE("compatible"),

        /// The nearest object that has a tag of a category decides that category.
        NEAREST("nearest");

        private final String text;

        Mode(String text) {
            this.text = text;
        }

        /// Returns the name in the configuration, as in `nearest`. It stays when the constant is renamed.
        public String text() {
            return text;
        }
    }
}
