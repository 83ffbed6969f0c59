package dev.vspherecloud.csi.metrics;

/// The type of the volume in a CSI call.
public enum VolumeType {
    BLOCK("block"),
    FILE("file"),
    /// The call failed before its type was known.
    UNKNOWN("unknown");

    private final String text;

    VolumeType(String text) {
        this.text = text;
    }

    /// Returns the value of the label `voltype`. The value does not change if the constant is renamed.
    String text() {
        return text;
    }
}
