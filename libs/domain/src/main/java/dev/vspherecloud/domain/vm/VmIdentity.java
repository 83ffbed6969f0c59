package dev.vspherecloud.domain.vm;

import java.util.UUID;

/// What tells one VM from every other.
///
/// @param ref          where it is now
/// @param biosUuid     what the guest sees; a clone or a restored copy may carry the same
/// @param instanceUuid what vCenter made for this VM; unique within one vCenter, unknown to the guest
public record VmIdentity(VmRef ref, SystemUuid biosUuid, UUID instanceUuid) {}
