package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Supervisor;

/// What the parts of a running process share.
///
/// @param connection to the API server
/// @param supervisor keeps threads at work
public record ProcessContext(
        Options options, KubeConnection connection, ProgramMetrics metrics, Supervisor supervisor) {}
