package dev.vspherecloud.ccm.application.scenario.leader;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.proxy.FaultProxy;

/// One of several processes of the program that compete for the same Lease.
///
/// @param api its own proxy before the API server, so that the test knows which replica wrote what
record Replica(Program program, FaultProxy api) {}
