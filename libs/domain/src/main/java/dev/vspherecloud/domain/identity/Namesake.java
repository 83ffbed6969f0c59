package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;

/// The only VM whose guest has the name of a Node, while no VM has the Node's system UUID.
///
/// @param vm    the VM; its BIOS UUID differs from the Node's system UUID
/// @param owner the other Node that the VM belongs to; empty if it belongs to no other Node
public record Namesake(Vm vm, Optional<NodeName> owner) {}
