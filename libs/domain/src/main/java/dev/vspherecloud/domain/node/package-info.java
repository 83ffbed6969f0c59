/// What we know about a Node and its VM, and every decision that follows from it.
///
/// Values are records, decisions are pure functions that return their reasons. The ports [Instances], [Nodes] and
/// [NodeEvents] are what the decisions need from outside; vSphere and Kubernetes implement them. Nothing here does
/// I/O, starts a thread or reads a clock.
@NullMarked
package dev.vspherecloud.domain.node;

import org.jspecify.annotations.NullMarked;
