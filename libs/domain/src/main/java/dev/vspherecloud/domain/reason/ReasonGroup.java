package dev.vspherecloud.domain.reason;

/// A group of reasons about one subject, and so for the same kind of reader. The constants are the groups of
/// the [VsphereReason]s; a program has further groups of its own.
///
/// @param title the title of the group as a heading
public record ReasonGroup(String title) {
    public static final ReasonGroup IDENTITY = new ReasonGroup("Which VM is the Node's");
    public static final ReasonGroup ACCESS = new ReasonGroup("Access to vCenter");
    public static final ReasonGroup TOPOLOGY = new ReasonGroup("Zone and region");
    public static final ReasonGroup CONFLICT = new ReasonGroup("Node and VM differ");
    public static final ReasonGroup EXISTENCE = new ReasonGroup("Proof that the VM is gone");
}
