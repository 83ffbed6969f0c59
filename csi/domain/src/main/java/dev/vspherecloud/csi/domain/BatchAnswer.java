package dev.vspherecloud.csi.domain;

import java.util.Map;

/// The answer to a call for several members.
///
/// @param <K> a member
/// @param <R> the result of a member
public sealed interface BatchAnswer<K, R> {
    /// Each member has a result of its own.
    record Each<K, R>(Map<K, R> results) implements BatchAnswer<K, R> {
        public Each {
            results = Map.copyOf(results);
        }
    }

    /// The call was refused as a whole. One of its members may be the cause.
    ///
    /// @param result the result of the member if it is the only one
    record Refused<K, R>(R result) implements BatchAnswer<K, R> {}

    /// There is no answer, or one that no other choice of members would change.
    ///
    /// @param result the result of each member
    record Unanswered<K, R>(R result) implements BatchAnswer<K, R> {}
}
