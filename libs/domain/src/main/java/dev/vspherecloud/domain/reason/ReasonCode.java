package dev.vspherecloud.domain.reason;

/// A code for one reason. Each program has one closed table of reasons: the [VsphereReason]s that can occur in it,
/// and its own, usually an enum. Each constant describes itself with a [ReasonRow].
///
/// The names of reasons are stable, because alerts use them.
public interface ReasonCode {
    /// What a reason is about. This decides where it is reported.
    enum Scope {
        /// One object, such as a Node or a volume.
        OBJECT,

        /// A vCenter: all its objects wait for the same thing. It is reported once and not on each object.
        VCENTER,

        /// The cluster as a whole. It is reported once, too.
        CLUSTER
    }

    /// Returns the row of the table that describes this reason.
    ReasonRow row();

    /// Returns the name that Events show, in upper camel case.
    default String text() {
        return row().text;
    }

    default ReasonGroup group() {
        return row().group;
    }

    default Scope scope() {
        return row().scope;
    }

    /// Returns true if the reason is also reported as an Event on an object that waits for nothing.
    default boolean isReportedWhenInitialised() {
        return row().reportedWhenInitialised;
    }

    /// Returns a title of a few words.
    default String title() {
        return row().title;
    }

    /// Returns what is known when this reason is reported.
    default String description() {
        return row().description;
    }

    /// Returns the usual cause.
    default String cause() {
        return row().cause;
    }

    /// Returns what to do, and what then happens without further action.
    default String remedy() {
        return row().remedy;
    }
}
