package dev.vspherecloud.config;

/// A section of the configuration file, by its name in each dialect. Every program has the two sections below,
/// and its own: see [KeyTable].
///
/// @param isNamed true if there may be several such sections, each with a name
public record Section(String yaml, String ini, boolean isNamed) {
    /// The section with the values that hold for all vCenters.
    public static final Section GLOBAL = new Section("global", "Global");

    /// The section of one vCenter. There may be several, each with a name.
    public static final Section VCENTER = new Section("vcenter", "VirtualCenter", true);

    /// Creates a section that exists only once in a file.
    public Section(String yaml, String ini) {
        this(yaml, ini, false);
    }
}
