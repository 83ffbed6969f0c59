package dev.vspherecloud.csi.domain.metadata;

/// What becomes of a volume when its claim is deleted.
public enum ReclaimPolicy {
    RETAIN,
    DELETE,

    /// `Recycle`, which the driver does not support, or no value.
    OTHER;

    /// Returns the policy with this text.
    public static ReclaimPolicy of(String text) {
        return switch (text) {
            case "Retain" -> RETAIN;
            case "Delete" -> DELETE;
            default -> OTHER;
        };
    }
}
