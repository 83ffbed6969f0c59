package dev.vspherecloud.csi.config.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterIdPolicyTest {
    private static final ClusterIdConfigMap ABSENT = new ClusterIdConfigMap.Absent();
    private static final KnownVolumes NONE = new KnownVolumes.None();

    @Test
    void aConfiguredIdApplies() {
        assertThat(decide(Optional.of("blue"), ABSENT, new KnownVolumes.NotQueried(5)))
                .isEqualTo(new ClusterIdDecision.Use("blue", "the configuration"));
    }

    @Test
    void theConfigMapApplies() {
        assertThat(decide(Optional.empty(), present("1f"), NONE))
                .isEqualTo(new ClusterIdDecision.Use("1f", "the ConfigMap vsphere-csi-cluster-id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"blue", "green"})
    void bothAreNotReady(String id) {
        assertThat(sentence(decide(Optional.of("blue"), present(id), NONE)))
                .startsWith("found a cluster id in the configuration and "
                        + (id.equals("blue") ? "the same id" : "another id")
                        + " in the ConfigMap vsphere-csi-cluster-id, expected only one of them; ");
    }

    @Test
    void aNewClusterGetsANewId() {
        assertThat(decide(Optional.empty(), ABSENT, NONE)).isEqualTo(new ClusterIdDecision.Create());
    }

    @Test
    void withVolumesNoIdIsInvented() {
        assertThat(decide(Optional.empty(), ABSENT, new KnownVolumes.NotQueried(5)))
                .isEqualTo(new ClusterIdDecision.QueryVolumes(5));
        assertThat(decide(Optional.empty(), ABSENT, queried("old-id")))
                .isEqualTo(new ClusterIdDecision.Adopt(
                        "old-id",
                        "found no cluster id, but volumes of this cluster; the driver uses old-id, the id that vCenter"
                                + " has recorded for them"));
        assertThat(sentence(decide(Optional.empty(), ABSENT, queried())))
                .contains("3 volumes of this cluster and no id in their metadata")
                .endsWith("set cluster-id to the id that this cluster had");
        assertThat(sentence(decide(Optional.empty(), ABSENT, queried("a", "b"))))
                .contains("(\"a\", \"b\")");
        assertThat(sentence(decide(Optional.empty(), ABSENT, queried("a\nb")))).contains("(\"a?b\")");
    }

    @Test
    void unknownIsNotAbsent() {
        assertThat(sentence(decide(Optional.of("blue"), new ClusterIdConfigMap.Unread("403 Forbidden"), NONE)))
                .startsWith("cannot read the ConfigMap vsphere-csi-cluster-id (403 Forbidden)");
        assertThat(sentence(decide(Optional.empty(), ABSENT, new KnownVolumes.Unread("timeout"))))
                .contains("cannot read the volumes of the cluster (timeout)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000", "ääääääääääääääääääääääääääääääääb"})
    void aConfigMapWithoutAnIdIsNotReady(String id) {
        assertThat(sentence(decide(Optional.empty(), present(id), NONE)))
                .startsWith("found no valid id under the key clusterID of the ConfigMap vsphere-csi-cluster-id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "2f5c3f0e-7a52-4ac1-9d40-9c1f8d11a0c3", "my cluster", "ääääääääääääääääääääääääääääääää"})
    void theIdsOfVsphereCsiDriverAreValid(String id) {
        assertThat(ClusterIdSyntax.error(id)).isEmpty();
    }

    /// Tries every combination of inputs.
    @Test
    void anIdIsCreatedOnlyIfNothingIsThere() {
        for (Optional<String> configured : List.of(Optional.<String>empty(), Optional.of("blue"))) {
            for (ClusterIdConfigMap configMap :
                    List.of(ABSENT, present("1f"), present(""), new ClusterIdConfigMap.Unread("x"))) {
                for (KnownVolumes volumes : List.of(
                        NONE,
                        new KnownVolumes.NotQueried(1),
                        queried(),
                        queried("a"),
                        queried("a", "b"),
                        new KnownVolumes.Unread("x"))) {
                    ClusterIdDecision decision = decide(configured, configMap, volumes);
                    boolean isNew = configured.isEmpty() && configMap.equals(ABSENT) && volumes.equals(NONE);
                    boolean isAdopted =
                            configured.isEmpty() && configMap.equals(ABSENT) && volumes.equals(queried("a"));

                    assertThat(decision instanceof ClusterIdDecision.Create).isEqualTo(isNew);
                    assertThat(decision instanceof ClusterIdDecision.Adopt).isEqualTo(isAdopted);
                }
            }
        }
    }

    private static ClusterIdDecision decide(
            Optional<String> configured, ClusterIdConfigMap configMap, KnownVolumes volumes) {
        return ClusterIdPolicy.decide(configured, configMap, volumes);
    }

    private static String sentence(ClusterIdDecision decision) {
        assertThat(decision).isInstanceOf(ClusterIdDecision.NotReady.class);
        return decision instanceof ClusterIdDecision.NotReady(String sentence) ? sentence : "";
    }

    private static ClusterIdConfigMap present(String id) {
        return new ClusterIdConfigMap.Present(id);
    }

    private static KnownVolumes queried(String... ids) {
        return new KnownVolumes.Queried(3, new TreeSet<>(List.of(ids)));
    }
}
