package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.LeaseObjects;
import java.time.Duration;

/// Finds out which program led before this process takes part in leader election. cloud-provider-vsphere (Go) uses the
/// same Lease.
public final class PreviousLeader {
    private static final Duration BUDGET = Duration.ofSeconds(5);

    private PreviousLeader() {}

    /// Returns true if the last process that acquired the Lease was of another program. Without leader election, or
    /// without a Lease, no other program is known.
    ///
    /// @throws dev.vspherecloud.kubernetes.KubeException if the Lease cannot be read
    public static boolean isOtherProgram(KubeConnection connection, Options.LeaderElectionOptions election) {
        return election.enabled()
                && new LeaseObjects(connection.server(), election.namespace(), election.name())
                        .read(BUDGET)
                        .filter(lease -> !LeaseObjects.isLastTermOurs(lease))
                        .isPresent();
    }
}
