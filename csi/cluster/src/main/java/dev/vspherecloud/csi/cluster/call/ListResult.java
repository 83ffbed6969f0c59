package dev.vspherecloud.csi.cluster.call;

import java.util.function.Function;

/// The result of reading all objects of a kind.
///
/// @param <T> what is known of the objects
public sealed interface ListResult<T> {
    /// All objects were read, as they were at the time of the first page.
    record Complete<T>(T value) implements ListResult<T> {}

    /// The API server refused, or did not answer. Nothing is known about the objects.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Failed<T>(String problem) implements ListResult<T> {}

    /// The API server does not know the kind, so there are no such objects.
    record KindUnknown<T>(String problem) implements ListResult<T> {}

    /// Returns the result with its value changed by a function.
    default <R> ListResult<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Complete<T>(T value) -> new Complete<>(change.apply(value));
            case Failed<T>(String problem) -> new Failed<>(problem);
            case KindUnknown<T>(String problem) -> new KindUnknown<>(problem);
        };
    }

    /// Returns the result for a kind that every cluster has. If the server does not know such a kind, it is no API
    /// server, and nothing is known about the objects.
    default ListResult<T> ofBuiltInKind() {
        return this instanceof KindUnknown<T>(String problem) ? new Failed<>(problem) : this;
    }
}
