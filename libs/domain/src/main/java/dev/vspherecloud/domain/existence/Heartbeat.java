package dev.vspherecloud.domain.existence;

/// The state of the Lease in `kube-node-lease` that the kubelet of a Node renews.
public sealed interface Heartbeat {
    /// The Lease exists.
    ///
    /// @param renewTime the time in the Lease, by the clock of the Node: only a change of it matters
    record Renewed(String renewTime) implements Heartbeat {}

    /// The Lease of the kubelet does not exist.
    record None() implements Heartbeat {}

    /// The Lease of the kubelet could not be read.
    record Unreadable(String why) implements Heartbeat {}

    /// Returns true if the kubelet renewed or created its Lease after an earlier reading. If the Lease was
    /// unreadable, this proves nothing, and the result is false.
    default boolean showsLifeSince(Heartbeat earlier) {
        return this instanceof Renewed && !(earlier instanceof Unreadable) && !equals(earlier);
    }
}
