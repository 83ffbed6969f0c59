package dev.vspherecloud.domain.topology;

/// The configured rules for zones and regions.
///
/// @param required true if a Node waits for its tags; in [Mode#COMPATIBLE] it always does
public record TopologyRules(TopologyCategories categories, Mode mode, boolean required) {
    /// The two ways to find zone and region in the tags on a VM and the objects above it.
    public enum Mode {
        /// The order and the exceptions of cloud-provider-vsphere (Go), so that a new Node gets the same labels
        /// as existing Nodes beside it.
        COMPATIBLE("compatible"),

        /// The nearest object that has a tag of a category decides that category.
        NEAREST("nearest");

        private final String text;

        Mode(String text) {
            this.text = text;
        }

        /// Returns the name in the configuration, as in `nearest`. The name does not change if the constant is
        /// renamed.
        public String text() {
            return text;
        }
    }
}
