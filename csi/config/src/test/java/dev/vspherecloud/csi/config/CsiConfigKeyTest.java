package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.ConfigKey;
import dev.vspherecloud.config.Section;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsiConfigKeyTest {
    @ParameterizedTest
    @EnumSource
    void hasOneNameInTwoSpellings(CsiConfigKey key) {
        assertThat(key.ini()).matches("[a-z]+(-[a-z]+)*");
        assertThat(key.ini().replace("-", "")).isEqualTo(key.yaml().toLowerCase(Locale.ROOT));
        assertThat(key.description()).endsWith(".");
    }

    static List<Section> noSectionHasANameTwice() {
        return CsiConfigTable.TABLE.sections();
    }

    @ParameterizedTest
    @MethodSource
    void noSectionHasANameTwice(Section section) {
        assertThat(CsiConfigTable.TABLE.in(section))
                .isNotEmpty()
                .extracting(ConfigKey::yaml)
                .doesNotHaveDuplicates();
    }

    /// The names of vsphere-csi-driver (Go), which must never change.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Global.cluster-id",
                "Global.user",
                "Global.password",
                "Global.port",
                "Global.insecure-flag",
                "Global.ca-file",
                "Global.thumbprint",
                "Global.datacenters",
                "Global.VCenterIP",
                "Global.cluster-distribution",
                "Global.csi-auth-check-intervalinmin",
                "Global.csi-fetch-preferred-datastores-intervalinmin",
                "Global.cnsvolumeoperationrequest-cleanup-intervalinmin",
                "Global.volumemigration-cr-cleanup-intervalinmin",
                "Global.query-limit",
                "Global.list-volume-threshold",
                "Global.supervisor-id",
                "Global.cnsregistervolumes-cleanup-intervalinmin",
                "Global.cnspvcprotection-cleanup-intervalinmin",
                "VirtualCenter.user",
                "VirtualCenter.password",
                "VirtualCenter.port",
                "VirtualCenter.ca-file",
                "VirtualCenter.thumbprint",
                "VirtualCenter.datacenters",
                "VirtualCenter.insecure-flag",
                "VirtualCenter.targetvSANFileShareClusters",
                "VirtualCenter.migration-datastore-url",
                "NetPermissions.ips",
                "NetPermissions.permissions",
                "NetPermissions.rootsquash",
                "Labels.topology-categories",
                "Labels.zone",
                "Labels.region",
                "TopologyCategory.label",
                "Snapshot.global-max-snapshots-per-block-volume",
                "Snapshot.granular-max-snapshots-per-block-volume-vsan",
                "Snapshot.granular-max-snapshots-per-block-volume-vvol"
            })
    void theKeysOfTheUpstreamDriverAreKnown(String path) {
        String section = path.substring(0, path.indexOf('.'));
        String text = CsiReading.VCENTER.replace("user", section.equals("VirtualCenter") ? "#user" : "user") + "["
                + section + named(section) + "]\n" + path.substring(path.indexOf('.') + 1) + " = 1\n";

        assertThat(CsiReading.problems(CsiReading.read(text))).noneMatch(problem -> problem.contains("unknown"));
    }

    private static String named(String section) {
        return Stream.of("VirtualCenter", "NetPermissions", "TopologyCategory").anyMatch(section::equals)
                ? " \"vc.example.org\""
                : "";
    }

    @ParameterizedTest
    @EnumSource
    void aKeyWithoutEffectSaysWhy(CsiConfigKey key) {
        boolean isWarned = CsiReading.problems(CsiReading.read(written(key))).stream()
                .anyMatch(problem -> problem.startsWith("W") && problem.contains(key.ini() + ": has no effect: "));

        assertThat(isWarned).isEqualTo(key.whyNoEffect().isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void aNumberHasADefaultInItsRange(CsiConfigKey key) {
        key.range().ifPresent(range -> assertThat(range.standard()).isBetween(range.least(), range.most()));
        assertThat(key.expected()).isNotEmpty();
    }

    @Test
    void theTableIsThatOfTheIssue() {
        assertThat(Stream.of(CsiConfigKey.values())
                        .filter(key -> key.whyNoEffect().isPresent()))
                .containsExactly(
                        CsiConfigKey.SUPERVISOR_ID,
                        CsiConfigKey.REGISTER_VOLUMES_INTERVAL,
                        CsiConfigKey.PVC_PROTECTION_INTERVAL,
                        CsiConfigKey.VC_CLIENT_TIMEOUT,
                        CsiConfigKey.FILE_SHARE_DATASTORES);
    }

    /// Returns a configuration with only this key, besides a vCenter.
    private static String written(CsiConfigKey key) {
        Section section = CsiConfigTable.TABLE.sections().stream()
                .filter(key::isIn)
                .findFirst()
                .orElseThrow();
        String header = section.ini() + named(section.ini());
        return CsiReading.VCENTER + "[" + header + "]\n" + key.ini() + " = 1\n";
    }
}
