package dev.vspherecloud.domain.existence;

/// The state of the Lease in `kube-node-lease` that the kubelet of a Node renews.
public sealed interface Heartbeat {
    /// @param renewTime as written in the Lease, by the clock of the Node: only a change of it matters
    record Renewed(String renewTime) implements Heartbeat {}

    /// The Lease does not exist.
    record None() implements Heartbeat {}

    /// The Lease could not be read.
    record Unreadable(String why) implements Heartbeat {}

    /// Returns true if the Lease was renewed or created after an earlier reading. An unreadable Lease proves
    /// nothing.
    default boolean showsLifeSince(Heartbeat earlier) {
        return this instanceof Renewed && !(earlier instanceof Unreadable) && !equals(earlier);
    }
}
