package dev.vspherecloud.ccm.application.status;

import java.util.Optional;

/// Which process leads.
///
/// @param leads true if this process leads, and so writes to Nodes
/// @param identity the identity of this process in the Lease; empty if leader election is off
/// @param otherLeader the identity of the process that led when this process last read the Lease; empty if none did
public record LeaderStatus(boolean leads, Optional<String> identity, Optional<String> otherLeader) {}
