package dev.vspherecloud.config;

/// A section of the configuration, by its name in each dialect. Every program has these two, and its own sections:
/// see [KeyTable].
public record Section(String yaml, String ini) {
    /// The values for all vCenters.
    public static final Section GLOBAL = new Section("global", "Global");

    /// One of several vCenters, each under its name.
    public static final Section VCENTER = new Section("vcenter", "VirtualCenter");
}
