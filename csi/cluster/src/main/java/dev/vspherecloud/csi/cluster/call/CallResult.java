package dev.vspherecloud.csi.cluster.call;

import dev.vspherecloud.json.Json;

/// The result of a request about one object.
public sealed interface CallResult {
    /// The API server did what the request asks for.
    ///
    /// @param object the answer
    record Done(Json object) implements CallResult {}

    /// The API server did not do it, or its answer is unknown.
    sealed interface NotDone extends CallResult {
        /// Returns what happened, and what to do if the reader can do something.
        String problem();
    }

    /// The API server says that this object does not exist.
    record ObjectMissing(String problem) implements NotDone {}

    /// The API server does not know the kind of the object.
    record KindUnknown(String problem) implements NotDone {}

    /// The object exists already, or has changed.
    record Conflict(String problem) implements NotDone {}

    /// The API server refused the request: nothing was changed.
    record Refused(String problem) implements NotDone {}

    /// No usable answer arrived. A write may have happened.
    record Unanswered(String problem) implements NotDone {}
}
