package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;

/// The only VM whose guest has the name of a Node, while no VM has the Node's system UUID.
///
/// @param vm    the VM; its BIOS UUID differs from the Node's system UUID
/// @param owner the other Node whose VM it is; empty if it is no other Node's
public record Namesake(Vm vm, Optional<NodeName> owner) {}
