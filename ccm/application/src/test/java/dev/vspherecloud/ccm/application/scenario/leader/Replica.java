package dev.vspherecloud.ccm.application.scenario.leader;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.proxy.FaultProxy;

/// One of several programs of ours that stand for the same Lease.
///
/// @param api its own proxy before the API server, so that it is known who wrote what
record Replica(Program program, FaultProxy api) {}
