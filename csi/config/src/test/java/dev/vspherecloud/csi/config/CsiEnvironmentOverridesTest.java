package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsiEnvironmentOverridesTest {
    private static final String GLOBAL = """
            [Global]
            VCenterIP = vc.example.org
            user = csi@vsphere.local
            password = s3cret
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VSPHERE_VCENTER | other | = vcenter other other:443 csi@vsphere.local s3cret",
                "VSPHERE_PORT | 8443 | = vcenter vc.example.org vc.example.org:8443 csi@vsphere.local s3cret",
                "VSPHERE_VCENTER_PORT | 8443 | = vcenter vc.example.org vc.example.org:8443 csi@vsphere.local s3cret",
                "VSPHERE_USER | a@b | = vcenter vc.example.org vc.example.org:443 a@b s3cret",
                "VSPHERE_PASSWORD | a#b=c | = vcenter vc.example.org vc.example.org:443 csi@vsphere.local a#b=c",
                "VSPHERE_INSECURE | true | = insecure vc.example.org",
                "GLOBAL_MAX_SNAPSHOTS_PER_BLOCK_VOLUME | 7 | = snapshots 7 7 7",
                "GRANULAR_MAX_SNAPSHOTS_PER_BLOCK_VOLUME_VSAN | 7 | = snapshots 3 7 3",
                "GRANULAR_MAX_SNAPSHOTS_PER_BLOCK_VOLUME_VVOL | 7 | = snapshots 3 3 7"
            })
    void aVariableCountsBeforeTheFile(String name, String value, String expected) {
        CsiConfigResult result = CsiReading.read(GLOBAL, Map.of(name, value));

        assertThat(CsiReading.problems(result)).isEmpty();
        assertThat(CsiReading.values(CsiReading.accepted(result))).contains(expected);
    }

    @Test
    void datacentersAndLabelsComeFromTheEnvironment() {
        CsiConfig config = CsiReading.accepted(CsiReading.read(
                GLOBAL, Map.of("VSPHERE_DATACENTER", "A, B", "VSPHERE_LABEL_ZONE", "z", "VSPHERE_LABEL_REGION", "r")));

        assertThat(config.vcenters().getFirst().datacenters()).containsExactly("A", "B");
        assertThat(CsiReading.values(config))
                .contains(
                        "= topology z=failure-domain.beta.kubernetes.io/zone r=failure-domain.beta.kubernetes.io/region");
    }

    @Test
    void everyVariableOfTheTableIsTested() {
        assertThat(OverrideVariable.OF_SECTIONS).hasSize(12);
        assertThat(OverrideVariable.OF_ONE_VCENTER).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VSPHERE_PORT | https | found an invalid value, expected a whole number from 1 to 65535; it is ignored",
                "VSPHERE_INSECURE | maybe | found an invalid value, expected true or false; it is ignored",
                "GLOBAL_MAX_SNAPSHOTS_PER_BLOCK_VOLUME | x"
                        + " | found an invalid value, expected a whole number from 1 to 32; it is ignored",
                "VSPHERE_PASWORD | hunter2 | unknown, it has no effect; did you mean VSPHERE_PASSWORD?",
                "VCENTER_NORTH_PASSWORD | hunter2 | has no effect without VSPHERE_VCENTER_NORTH"
            })
    void aVariableWithoutUseIsAWarning(String name, String value, String expected) {
        CsiConfigResult result = CsiReading.read(GLOBAL, Map.of(name, value));

        assertThat(CsiReading.problems(result))
                .singleElement()
                .asString()
                .startsWith("W environment variable " + name + ": " + expected)
                .doesNotContain("hunter2");
        assertThat(CsiReading.accepted(result)).isEqualTo(CsiReading.accepted(CsiReading.read(GLOBAL)));
    }

    @Test
    void anUnusableServerIsAnError() {
        assertThat(CsiReading.problems(CsiReading.read(GLOBAL, Map.of("VSPHERE_VCENTER", "https://vc/sdk"))))
                .singleElement()
                .asString()
                .startsWith("E environment variable VSPHERE_VCENTER")
                .contains("found a URL, expected only a host name or an address");
    }

    @Test
    void aVcenterOfTheEnvironmentHasAllItsValues() {
        var environment = new HashMap<>(Map.of(
                "VSPHERE_VCENTER_A", "a.example.org",
                "VCENTER_A_USERNAME", "u@a",
                "VCENTER_A_PASSWORD", "p=q",
                "VCENTER_A_PORT", "8443",
                "VCENTER_A_INSECURE", "true",
                "VCENTER_A_DATACENTERS", "D1,D2"));

        CsiConfig config = CsiReading.accepted(CsiReading.read("[Global]\n", environment));

        assertThat(CsiReading.values(config))
                .contains("= vcenter a.example.org a.example.org:8443 u@a p=q", "= insecure a.example.org");
        assertThat(config.vcenters().getFirst().datacenters()).containsExactly("D1", "D2");
    }

    @Test
    void aVcenterOfTheFileKeepsWhatNoVariableSets() {
        String text = """
                [VirtualCenter "a"]
                user = u@a
                password = old
                ca-file = a.pem
                """;

        CsiConfig config = CsiReading.accepted(
                CsiReading.read(text, Map.of("VSPHERE_VCENTER_X", "a", "VCENTER_X_PASSWORD", "new")));

        assertThat(CsiReading.values(config)).contains("= vcenter a a:443 u@a new");
        assertThat(config.vcenters().getFirst().connection().tls().caFiles()).hasSize(1);
    }

    @Test
    void variablesOfTheCloudControllerManagerAndOfServicesAreNotVcenters() {
        CsiConfigResult result = CsiReading.read(
                GLOBAL,
                Map.of(
                        "VSPHERE_VCENTER_A",
                        "8443",
                        "VSPHERE_VCENTER_PORT",
                        "tcp://10.0.0.1:443",
                        "VSPHERE_VCENTER_SERVICE_HOST",
                        "10.0.0.1",
                        "VSPHERE_SECRET_NAME",
                        "cpi",
                        "VSPHERE_CAFILE",
                        "/none.crt"));

        assertThat(CsiReading.accepted(result)).isEqualTo(CsiReading.accepted(CsiReading.read(GLOBAL)));
        assertThat(CsiReading.problems(result))
                .containsExactly(
                        "W environment variable VSPHERE_VCENTER_A: found a number, expected a host name; it has"
                                + " no effect, set VSPHERE_PORT for the port of the vCenter");
    }

    @Test
    void theProxyComesFromTheEnvironment() {
        CsiConfig config =
                CsiReading.accepted(CsiReading.read(GLOBAL, Map.of("HTTPS_PROXY", "http://proxy.example.org:3128")));

        assertThat(config.vcenters().getFirst().connection().proxy())
                .hasValueSatisfying(proxy -> assertThat(proxy.host()).isEqualTo("proxy.example.org"));
    }

    @Test
    void withoutAFileTheEnvironmentIsEnough() {
        var files = new CsiConfigFiles(Path.of("/none/csi-vsphere.conf"), Optional.empty());
        Map<String, String> environment =
                Map.of("VSPHERE_VCENTER", "vc", "VSPHERE_USER", "u@d", "VSPHERE_PASSWORD", "hunter2");

        CsiConfig config = CsiReading.accepted(CsiConfigReader.read(files, environment));

        assertThat(CsiReading.values(config)).contains("= vcenter vc vc:443 u@d hunter2");
        assertThat(CsiReading.problems(CsiConfigReader.read(files, Map.of())))
                .containsExactly(
                        "E /none/csi-vsphere.conf: cannot read it (there is no such file), expected the vSphere"
                                + " configuration; mount it, or correct VSPHERE_CSI_CONFIG");
    }

    @Test
    void theFilesAreThoseOfTheVariable() {
        assertThat(CsiConfigFiles.of(Map.of()))
                .isEqualTo(new CsiConfigFiles(
                        Path.of("/etc/cloud/csi-vsphere.conf"), Optional.of(Path.of("/etc/cloud/vsphere.conf"))));
        assertThat(CsiConfigFiles.of(Map.of("VSPHERE_CSI_CONFIG", "/x/vsphere.conf")))
                .isEqualTo(new CsiConfigFiles(Path.of("/x/csi-vsphere.conf"), Optional.of(Path.of("/x/vsphere.conf"))));
        assertThat(List.of(
                        CsiConfigFiles.of(Map.of("VSPHERE_CSI_CONFIG", "/x/y")).own()))
                .containsExactly(Path.of("/x/y"));
    }
}
