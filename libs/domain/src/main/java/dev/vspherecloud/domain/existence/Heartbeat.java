package dev.vspherecloud.domain.existence;

/// What a Node's own Lease in `kube-node-lease` says of its kubelet.
public sealed interface Heartbeat {
    /// @param renewTime as it stands, by the clock of the Node: only that it changes means something
    record Renewed(String renewTime) implements Heartbeat {}

    /// There is no such Lease.
    record None() implements Heartbeat {}

    /// It could not be read.
    record Unreadable(String why) implements Heartbeat {}

    /// Whether the Lease was renewed, or made, after an earlier sign. What could not be read says nothing.
    default boolean isLifeAfter(Heartbeat earlier) {
        return this instanceof Renewed && !(earlier instanceof Unreadable) && !equals(earlier);
    }
}
