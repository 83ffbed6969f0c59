package dev.vspherecloud.ccm.config.migration;

import java.util.List;
import java.util.Set;

/// Which controllers move, and the Lease under which they do.
///
/// @param leaderName  name of that Lease, in the namespace of the main one
/// @param lock        what is locked with
/// @param leaders     of several entries for one controller the last counts
public record LeaderMigration(String leaderName, Lock lock, List<ControllerLeader> leaders) {
    /// What stands for "this manager" in a file.
    public static final String CLOUD_CONTROLLER_MANAGER = "cloud-controller-manager";

    /// The kind of object that is locked with.
    public enum Lock {
        LEASES,
        /// No Kubernetes of today can lock so; the word is still understood in a file.
        ENDPOINTS
    }

    public LeaderMigration {
        leaders = List.copyOf(leaders);
    }

    /// What counts without a file. Two of the names are those of before Kubernetes 1.28, as there.
    ///
    /// Rule from: `leadermigration/config`, DefaultLeaderMigrationConfiguration.
    public static LeaderMigration standard() {
        return new LeaderMigration(
                "cloud-provider-extraction-migration",
                Lock.LEASES,
                List.of(
                        new ControllerLeader("route-controller", ControllerLeader.EVERYBODY),
                        new ControllerLeader("service-controller", ControllerLeader.EVERYBODY),
                        new ControllerLeader("cloud-node-lifecycle-controller", ControllerLeader.EVERYBODY)));
    }

    /// What a file says.
    public static MigrationResult parse(String text) {
        return MigrationReader.read(text);
    }

    /// Where a controller runs.
    ///
    /// Differs from Kubernetes, which goes by one name: there the standard table moves one controller of three.
    ///
    /// @param names   every name that the controller goes by, or went by
    /// @param manager who asks
    public ControllerPlace place(Set<String> names, String manager) {
        return leaders.reversed().stream()
                .filter(leader -> names.contains(leader.name()))
                .findFirst()
                .map(leader -> leader.isFor(manager) ? ControllerPlace.MIGRATION_LEASE : ControllerPlace.ELSEWHERE)
                .orElse(ControllerPlace.MAIN_LEASE);
    }
}
