package dev.vspherecloud.ccm.config.migration;

import java.util.List;
import java.util.Set;

/// The content of a leader migration file: the controllers that move to another controller manager, and the Lease
/// under which they run.
///
/// @param leaderName the name of that Lease, in the namespace of the main Lease
/// @param lock the kind of the lock object
/// @param leaders the controllers that move; if several entries name one controller, the last counts
public record LeaderMigration(String leaderName, Lock lock, List<ControllerLeader> leaders) {
    /// The name of this manager in a leader migration file.
    public static final String CLOUD_CONTROLLER_MANAGER = "cloud-controller-manager";

    /// The kind of lock object that a leader migration file names.
    public enum Lock {
        LEASES,
        /// No current Kubernetes supports Endpoints as a lock, but a file may still contain the value.
        ENDPOINTS
    }

    public LeaderMigration {
        leaders = List.copyOf(leaders);
    }

    /// Returns the migration that applies if no file is given. As in Kubernetes, two of the controllers have their
    /// names from before Kubernetes 1.28.
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

    /// Parses the text of a leader migration file.
    public static MigrationResult parse(String text) {
        return MigrationReader.read(text);
    }

    /// Returns where a controller runs.
    ///
    /// Differs from Kubernetes, which compares one name only: there the default table moves one controller of
    /// three.
    ///
    /// @param names all current and former names of the controller
    /// @param manager the manager that asks, in the spelling of the file
    public ControllerPlace placeOf(Set<String> names, String manager) {
        return leaders.reversed().stream()
                .filter(leader -> names.contains(leader.name()))
                .findFirst()
                .map(leader -> leader.appliesTo(manager) ? ControllerPlace.MIGRATION_LEASE : ControllerPlace.ELSEWHERE)
                .orElse(ControllerPlace.MAIN_LEASE);
    }
}
