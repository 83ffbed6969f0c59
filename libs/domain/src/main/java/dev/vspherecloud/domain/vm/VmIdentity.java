package dev.vspherecloud.domain.vm;

import java.util.UUID;

/// The managed object reference and the UUIDs that identify a VM.
///
/// @param ref          the current reference of the VM
/// @param biosUuid     the UUID that the guest sees; a clone or a restored copy may have the same
/// @param instanceUuid the UUID that vCenter created for this VM; unique within one vCenter, unknown to the
///     guest
public record VmIdentity(VmRef ref, SystemUuid biosUuid, UUID instanceUuid) {}
