package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.status.RecentChanges;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Supervisor;

/// The objects that all parts of a running process share.
///
/// @param connection the connection to the API server
/// @param changes receives the writes to Nodes
/// @param supervisor restarts threads that fail
public record ProcessContext(
        Options options,
        KubeConnection connection,
        ProgramMetrics metrics,
        RecentChanges changes,
        Supervisor supervisor) {}
