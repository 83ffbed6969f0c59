package dev.vspherecloud.ccm.config.migration;

import java.util.List;
import java.util.Set;

/// The controllers that move, and the Lease under which they run.
///
/// @param leaderName name of that Lease, in the namespace of the main one
/// @param lock the kind of lock object
/// @param leaders if several entries name one controller, the last counts
public record LeaderMigration(String leaderName, Lock lock, List<ControllerLeader> leaders) {
    /// The name of this manager in a file.
    public static final String CLOUD_CONTROLLER_MANAGER = "cloud-controller-manager";

    /// The kind of the lock object.
    public enum Lock {
        LEASES,
        /// No current Kubernetes supports this lock, but a file may still contain the value.
        ENDPOINTS
    }

    public LeaderMigration {
        leaders = List.copyOf(leaders);
    }

    /// Returns the defaults for a start without a file. As in Kubernetes, two of the names are from before
    /// Kubernetes 1.28.
    ///
    /// Rule from: `leadermigration/config`, DefaultLeaderMigrationConfiguration.
    public static LeaderMigration standard() {
        return new LeaderMigration(
                "cloud-provider-extraction-migration",
                Lock.LEASES,
                List.of(
                        new ControllerLeader("route-controller", ControllerLeader.ANY_COMPONENT),
                        new ControllerLeader("service-controller", ControllerLeader.ANY_COMPONENT),
                        new ControllerLeader("cloud-node-lifecycle-controller", ControllerLeader.ANY_COMPONENT)));
    }

    /// Parses the text of a file.
    public static MigrationResult parse(String text) {
        return MigrationReader.read(text);
    }

    /// Returns where a controller runs.
    ///
    /// Differs from Kubernetes, which looks for one name only: there the default table moves one controller of
    /// three.
    ///
    /// @param names every current or former name of the controller
    /// @param manager the manager that asks
    public ControllerPlace placeOf(Set<String> names, String manager) {
        return leaders.reversed().stream()
                .filter(leader -> names.contains(leader.name()))
                .findFirst()
                .map(leader -> leader.appliesTo(manager) ? ControllerPlace.MIGRATION_LEASE : ControllerPlace.ELSEWHERE)
                .orElse(ControllerPlace.MAIN_LEASE);
    }
}
