package dev.vspherecloud.domain.reason;

/// A code for one reason. Each program has one closed table of reasons: the [VsphereReason]s that can occur in it,
/// and its own, usually an enum. Each constant describes itself with a [ReasonRow].
///
/// The names of reasons are stable, because alerts use them.
public interface ReasonCode {
    /// The kind of object that a reason is about. It decides where the reason is reported.
    enum Scope {
        /// The reason is about one object, such as a Node or a volume.
        OBJECT,

        /// The reason is about a vCenter: all its objects wait for the same thing. It is reported once and not
        /// on each object.
        VCENTER,

        /// The reason is about the cluster as a whole. It is reported once and not on each object.
        CLUSTER
    }

    /// Returns the row of the program's table that describes this reason.
    ReasonRow row();

    /// Returns the name of the reason in Events, in upper camel case.
    default String text() {
        return row().text;
    }

    default ReasonGroup group() {
        return row().group;
    }

    default Scope scope() {
        return row().scope;
    }

    /// Returns true if the reason is also reported as an Event on an object that is initialised and waits for
    /// nothing.
    default boolean isReportedWhenInitialised() {
        return row().reportedWhenInitialised;
    }

    /// Returns a title of the reason in a few words.
    default String title() {
        return row().title;
    }

    /// Returns sentences that say what is known when this reason is reported.
    default String description() {
        return row().description;
    }

    /// Returns sentences that name the usual cause of the reason.
    default String cause() {
        return row().cause;
    }

    /// Returns sentences that say what to do, and what then happens without further action.
    default String remedy() {
        return row().remedy;
    }
}
