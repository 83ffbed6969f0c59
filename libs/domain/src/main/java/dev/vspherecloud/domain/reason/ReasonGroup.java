package dev.vspherecloud.domain.reason;

/// What a reason is about, and so who is likely to know what to do.
public enum ReasonGroup {
    IDENTITY("Which VM is the Node's"),
    ACCESS("What vCenter lets us see"),
    GUEST("The VM and its guest"),
    ADDRESS("Addresses"),
    TOPOLOGY("Zone and region"),
    CONFLICT("Node and VM differ"),
    EXISTENCE("Whether the VM is gone");

    private final String title;

    ReasonGroup(String title) {
        this.title = title;
    }

    /// As a heading.
    public String title() {
        return title;
    }
}
