package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.config.ConfigChange.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsiReloadPolicyTest {
    private static final String BEFORE = """
            [Global]
            user = csi@vsphere.local
            password = s3cret
            query-limit = 100
            [VirtualCenter "a"]
            [VirtualCenter "b"]
            [Labels]
            topology-categories = zone
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[VirtualCenter \"c\"] | VCENTER_ADDED c",
                "[VirtualCenter \"b\"]+port=8443 | CONNECTION b",
                "[VirtualCenter \"b\"]+password=hunter2 | CREDENTIALS b",
                "[VirtualCenter \"b\"]+datacenters=X | VCENTER_SETTINGS b",
                "[VirtualCenter \"b\"]+targetvsanfileshareclusters=X | VCENTER_SETTINGS b",
                "[Snapshot]+global-max-snapshots-per-block-volume=5 | SNAPSHOT_LIMITS ",
                "[NetPermissions \"A\"]+permissions=READ_ONLY | NET_PERMISSIONS ",
                "[Global]+query-limit=50 | INTERVALS ",
                "[Global]+list-volume-threshold=9 | INTERVALS ",
                "[Global]+csi-auth-check-intervalinmin=9 | INTERVALS ",
                "[Global]+retired-cluster-ids=old | RETIRED_CLUSTERS ",
                "[Global]+cluster-distribution=RKE2 | CLUSTER_DISTRIBUTION "
            })
    void theProcessAppliesTheChange(String lines, String expected) {
        ReloadDecision decision = CsiReloadPolicy.decide(config(BEFORE), config(BEFORE + lines.replace('+', '\n')));

        assertThat(decision).isInstanceOfSatisfying(ReloadDecision.Apply.class, apply -> assertThat(apply.changes())
                .singleElement()
                .satisfies(change -> assertThat(change.kind() + " " + change.subject())
                        .isEqualTo(expected.contains(" ") ? expected : expected + " ")));
    }

    @Test
    void aRemovedVcenterIsAChange() {
        assertThat(CsiReloadPolicy.decide(config(BEFORE), config(BEFORE.replace("[VirtualCenter \"b\"]\n", ""))))
                .isEqualTo(new ReloadDecision.Apply(List.of(new ConfigChange(Kind.VCENTER_REMOVED, "b"))));
    }

    @Test
    void theIdAndTheTopologyNeedARestart() {
        CsiConfig next = config(BEFORE.replace("= zone", "= rack") + "[Global]\ncluster-id = blue\npassword = other\n");

        assertThat(CsiReloadPolicy.decide(config(BEFORE), next))
                .isEqualTo(new ReloadDecision.Restart(
                        List.of(new ConfigChange(Kind.CLUSTER_ID, ""), new ConfigChange(Kind.TOPOLOGY, ""))));
    }

    @Test
    void equalConfigurationsChangeNothing() {
        assertThat(CsiReloadPolicy.decide(config(BEFORE), config(BEFORE + "# a comment\n")))
                .isEqualTo(new ReloadDecision.Unchanged());
    }

    @Test
    void aChangeIsShownWithoutItsValues() {
        ReloadDecision decision = CsiReloadPolicy.decide(config(BEFORE), config(BEFORE.replace("s3cret", "hunter2")));

        assertThat(decision.toString())
                .contains("a: the credentials of a vCenter changed", "b: the credentials")
                .doesNotContain("hunter2", "s3cret");
    }

    private static CsiConfig config(String text) {
        return CsiReading.accepted(CsiReading.read(text));
    }
}
