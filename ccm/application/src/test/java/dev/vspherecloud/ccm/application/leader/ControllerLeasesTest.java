package dev.vspherecloud.ccm.application.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.application.flag.ControllerSelection;
import dev.vspherecloud.ccm.config.migration.ControllerLeader;
import dev.vspherecloud.ccm.config.migration.LeaderMigration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ControllerLeasesTest {
    private static final ControllerSelection ALL = new ControllerSelection(List.of("*"));

    @Test
    void withoutMigrationEverythingRunsUnderTheMainLease() {
        ControllerLeases leases = ControllerLeases.of(ALL, Optional.empty());

        assertThat(leases.main()).containsExactlyInAnyOrder(ControllerName.values());
        assertThat(leases.migrating()).isEmpty();
        assertThat(leases.migration()).isEmpty();
    }

    /// Kubernetes still lists two of them by their names before 1.28, and so moves only one.
    @Test
    void theDefaultTableMovesTheThreeControllersThatItNames() {
        ControllerLeases leases = ControllerLeases.of(ALL, Optional.of(LeaderMigration.standard()));

        assertThat(leases.main()).containsExactly(ControllerName.CLOUD_NODE);
        assertThat(leases.migrating())
                .containsExactlyInAnyOrder(
                        ControllerName.CLOUD_NODE_LIFECYCLE, ControllerName.SERVICE_LB, ControllerName.NODE_ROUTE);
        assertThat(leases.migration()).contains("cloud-provider-extraction-migration");
    }

    @Test
    void disabledControllersAndThoseOfTheOtherManagerDoNotRun() {
        var migration = new LeaderMigration(
                "x",
                LeaderMigration.Lock.LEASES,
                List.of(
                        new ControllerLeader("cloud-node-lifecycle", "kube-controller-manager"),
                        new ControllerLeader("route", "*")));

        ControllerLeases leases =
                ControllerLeases.of(new ControllerSelection(List.of("*", "-route")), Optional.of(migration));

        assertThat(leases.main()).containsExactlyInAnyOrder(ControllerName.CLOUD_NODE, ControllerName.SERVICE_LB);
        assertThat(leases.migrating()).isEmpty();
    }
}
