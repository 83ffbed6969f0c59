package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.application.flag.ControllerSelection;
import dev.vspherecloud.ccm.config.migration.ControllerPlace;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Tells which controllers run under which Lease.
///
/// Rule from: kubernetes/cloud-provider, app/controllermanager.go (filterInitializers).
///
/// @param main the controllers that run under the main Lease of this program
/// @param migrating the controllers that run under the Lease of leader migration
/// @param migration the name of the Lease of leader migration; empty if leader migration is off
public record ControllerLeases(Set<ControllerName> main, Set<ControllerName> migrating, Optional<String> migration) {
    public ControllerLeases {
        main = Set.copyOf(main);
        migrating = Set.copyOf(migrating);
    }

    public static ControllerLeases of(ControllerSelection selection, Optional<LeaderMigration> migration) {
        return new ControllerLeases(
                chosen(selection, name -> place(name, migration) == ControllerPlace.MAIN_LEASE),
                chosen(selection, name -> place(name, migration) == ControllerPlace.MIGRATION_LEASE),
                migration.map(LeaderMigration::leaderName));
    }

    private static ControllerPlace place(ControllerName name, Optional<LeaderMigration> migration) {
        return migration
                .map(each -> each.placeOf(name.allNames(), LeaderMigration.CLOUD_CONTROLLER_MANAGER))
                .orElse(ControllerPlace.MAIN_LEASE);
    }

    private static Set<ControllerName> chosen(ControllerSelection selection, Predicate<ControllerName> runs) {
        var chosen = EnumSet.noneOf(ControllerName.class);
        Arrays.stream(ControllerName.values())
                .filter(selection::enables)
                .filter(runs)
                .forEach(chosen::add);
        return chosen;
    }
}
