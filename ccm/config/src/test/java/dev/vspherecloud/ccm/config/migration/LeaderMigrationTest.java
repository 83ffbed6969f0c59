package dev.vspherecloud.ccm.config.migration;

import static dev.vspherecloud.ccm.config.migration.LeaderMigration.CLOUD_CONTROLLER_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaderMigrationTest {
    private static final String KUBE_CONTROLLER_MANAGER = "kube-controller-manager";
    private static final Set<String> ROUTE = Set.of("node-route-controller", "route", "route-controller");
    private static final Set<String> SERVICE = Set.of("service-lb-controller", "service", "service-controller");
    private static final Set<String> LIFECYCLE = Set.of("cloud-node-lifecycle-controller", "cloud-node-lifecycle");
    private static final Set<String> NODE = Set.of("cloud-node-controller", "cloud-node");

    @Test
    @Conforms("O60 O61 O62")
    void onlyTheNamedComponentRunsAControllerUnderTheSecondLease() {
        LeaderMigration toThisComponent = moved("route", CLOUD_CONTROLLER_MANAGER);
        LeaderMigration toAnotherComponent = moved("route", KUBE_CONTROLLER_MANAGER);

        assertThat(toThisComponent.placeOf(ROUTE, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.MIGRATION_LEASE);
        assertThat(toThisComponent.placeOf(ROUTE, KUBE_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.ELSEWHERE);
        assertThat(toAnotherComponent.placeOf(ROUTE, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.ELSEWHERE);
    }

    @Test
    @Conforms("O63")
    void anUnlistedControllerStaysUnderTheMainLease() {
        assertThat(moved("route", CLOUD_CONTROLLER_MANAGER).placeOf(LIFECYCLE, CLOUD_CONTROLLER_MANAGER))
                .isEqualTo(ControllerPlace.MAIN_LEASE);
    }

    @Test
    @Conforms("O64 O65")
    void aControllerForAllComponentsRunsUnderTheSecondLease() {
        LeaderMigration migration = moved("service", "*");

        assertThat(migration.placeOf(SERVICE, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.MIGRATION_LEASE);
        assertThat(migration.placeOf(SERVICE, KUBE_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.MIGRATION_LEASE);
    }

    @Test
    @Conforms("O81")
    void withoutAFileThreeControllersMoveUnderAllTheirNames() {
        LeaderMigration standard = LeaderMigration.standard();

        assertThat(standard.leaderName()).isEqualTo("cloud-provider-extraction-migration");
        assertThat(standard.lock()).isEqualTo(LeaderMigration.Lock.LEASES);
        for (Set<String> moving : List.of(ROUTE, SERVICE, LIFECYCLE)) {
            assertThat(standard.placeOf(moving, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.MIGRATION_LEASE);
        }
        assertThat(standard.placeOf(NODE, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.MAIN_LEASE);
    }

    @Test
    void ofTwoEntriesForOneControllerTheLastCounts() {
        var migration = new LeaderMigration(
                "x",
                LeaderMigration.Lock.LEASES,
                List.of(
                        new ControllerLeader("route", CLOUD_CONTROLLER_MANAGER),
                        new ControllerLeader("node-route-controller", KUBE_CONTROLLER_MANAGER)));

        assertThat(migration.placeOf(ROUTE, CLOUD_CONTROLLER_MANAGER)).isEqualTo(ControllerPlace.ELSEWHERE);
    }

    private static LeaderMigration moved(String name, String component) {
        return new LeaderMigration("x", LeaderMigration.Lock.LEASES, List.of(new ControllerLeader(name, component)));
    }
}
