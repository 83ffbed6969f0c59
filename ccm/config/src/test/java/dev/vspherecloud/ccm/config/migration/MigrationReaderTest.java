package dev.vspherecloud.ccm.config.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationReaderTest {
    @Test
    @Conforms("O70")
    void anEmptyFileIsRefused() {
        assertThat(problems("")).containsExactly("found no LeaderMigrationConfiguration in it");
    }

    @Test
    @Conforms("O71")
    void anotherKindIsRefused() {
        assertThat(problems("""
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                """))
                .singleElement()
                .asString()
                .contains("\"KubeletConfiguration\"")
                .contains("v1, v1beta1 or v1alpha1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1alpha1", "v1beta1", "v1"})
    @Conforms("O72 O79 O82 O83 O84")
    void eachVersionIsReadAndNeedsNoControllers(String version) {
        assertThat(MigrationReader.read(file(version, """
                leaderName: test
                resourceLock: leases
                controllerLeaders: []
                """))).isEqualTo(accepted(LeaderMigration.Lock.LEASES));
    }

    @Test
    void leasesAreTheDefaultLock() {
        assertThat(MigrationReader.read(file("v1", "leaderName: test\n")))
                .isEqualTo(accepted(LeaderMigration.Lock.LEASES));
    }

    @Test
    @Conforms("O73 O80")
    void theOldEndpointsLockIsAccepted() {
        assertThat(MigrationReader.read(file("v1alpha1", "leaderName: test\nresourceLock: endpoints\n")))
                .isEqualTo(accepted(LeaderMigration.Lock.ENDPOINTS));
    }

    @Test
    @Conforms("O74")
    void unknownFieldsAreRefused() {
        assertThat(problems(file("v1", """
                leaderName: test
                leader: test
                controllerLeaders:
                - name: route
                  component: "*"
                  weight: 3
                """)))
                .containsExactly("unknown field \"leader\"", "unknown field \"controllerLeaders[0].weight\"");
    }

    @Test
    @Conforms("O75")
    void aFieldThatIsGivenTwiceIsRefused() {
        assertThat(problems(file("v1", "leaderName: test\nleaderName: other\n")))
                .singleElement()
                .asString()
                .contains("line 4")
                .contains("leaderName");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "cloud-controller-manager"})
    @Conforms("O85 O86")
    void allFourControllersMayBeForOneComponent(String component) {
        String four = List.of("route", "service", "cloud-node-lifecycle", "nodeipam").stream()
                .map(name -> "- name: %s\n  component: \"%s\"\n".formatted(name, component))
                .collect(Collectors.joining());

        assertThat(MigrationReader.read(file("v1", "leaderName: test\ncontrollerLeaders:\n" + four)))
                .isEqualTo(accepted(
                        LeaderMigration.Lock.LEASES,
                        new ControllerLeader("route", component),
                        new ControllerLeader("service", component),
                        new ControllerLeader("cloud-node-lifecycle", component),
                        new ControllerLeader("nodeipam", component)));
    }

    @Test
    @Conforms("O76")
    void controllersAreReadInTheirOrder() {
        assertThat(MigrationReader.read(file("v1", """
                leaderName: test
                controllerLeaders:
                - name: route
                  component: "*"
                - name: cloud-node-lifecycle
                  component: cloud-controller-manager
                - name: nodeipam
                  component: kube-controller-manager
                """)))
                .isEqualTo(accepted(
                        LeaderMigration.Lock.LEASES,
                        new ControllerLeader("route", "*"),
                        new ControllerLeader("cloud-node-lifecycle", "cloud-controller-manager"),
                        new ControllerLeader("nodeipam", "kube-controller-manager")));
    }

    @Test
    @Conforms("O77 O78")
    void allProblemsAreReportedAtOnce() {
        assertThat(problems(file("v1", """
                resourceLock: configmaps
                controllerLeaders:
                - component: "*"
                - route
                """)))
                .containsExactly(
                        "leaderName is missing, expected the name of a Lease",
                        "resourceLock: found \"configmaps\", expected leases",
                        "controllerLeaders[0].name is missing",
                        "controllerLeaders[1].name is missing",
                        "controllerLeaders[1].component is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "- a\n- b\n", "word", "leaderName: [a]\n", "? [a]\n: b\n", "\u0000"})
    void anInvalidFileIsRefused(String text) {
        assertThat(problems(text)).isNotEmpty();
    }

    private static String file(String version, String rest) {
        return "apiVersion: controllermanager.config.k8s.io/" + version + "\nkind: LeaderMigrationConfiguration\n"
                + rest;
    }

    private static MigrationResult accepted(LeaderMigration.Lock lock, ControllerLeader... leaders) {
        return new MigrationResult.Accepted(new LeaderMigration("test", lock, List.of(leaders)));
    }

    private static List<String> problems(String text) {
        return switch (MigrationReader.read(text)) {
            case MigrationResult.Rejected(List<String> problems) -> problems;
            case MigrationResult.Accepted(LeaderMigration migration) -> List.of("accepted " + migration);
        };
    }
}
