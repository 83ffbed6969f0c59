package dev.vspherecloud.domain.reason;

/// One reason of a program. Each program has one closed table of them: the [VsphereReason]s that can come to it, and
/// its own, usually an enum. Its constants say what they are with a [ReasonRow], and all else follows from that.
///
/// The words are stable: alerts are written on them.
public interface ReasonCode {
    /// Whose concern it is, and so where it is told.
    enum Scope {
        /// One object's, such as a Node or a volume.
        OBJECT,

        /// All objects of a vCenter wait for the same, which is told once and not on each of them.
        VCENTER,

        /// Of the cluster as a whole, told once, too.
        CLUSTER
    }

    /// What the table says of it.
    ReasonRow row();

    /// As it stands in an Event, in upper camel case.
    default String word() {
        return row().word;
    }

    default ReasonGroup group() {
        return row().group;
    }

    default Scope scope() {
        return row().scope;
    }

    /// Whether it is worth an Event on an object that waits for nothing, too.
    default boolean isToldWhenFinished() {
        return row().toldWhenFinished;
    }

    /// In a few words.
    default String title() {
        return row().title;
    }

    /// What is known when this is said.
    default String meaning() {
        return row().meaning;
    }

    /// How it usually comes about.
    default String cause() {
        return row().cause;
    }

    /// What to do, and what follows by itself then.
    default String remedy() {
        return row().remedy;
    }
}
