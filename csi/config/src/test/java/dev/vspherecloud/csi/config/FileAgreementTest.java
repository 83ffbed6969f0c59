package dev.vspherecloud.csi.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileAgreementTest {
    private static final String SHARED = """
            global:
              user: csi@vsphere.local
              password: s3cret
              caFile: root.pem
            vcenter:
              north: {server: VC.example.org}
            labels: {zone: k8s-zone, region: k8s-region, mode: nearest}
            nodes: {matchByName: true}
            """;
    private static final String OWN = CsiReading.VCENTER + "ca-file = root.pem\n";

    @Test
    void onlyTheSharedFileIsEnough() {
        CsiConfigResult result = shared(SHARED + "csi: {clusterId: blue, queryLimit: 50}\n");

        assertThat(CsiReading.problems(result)).isEmpty();
        assertThat(CsiReading.values(CsiReading.accepted(result)))
                .contains(
                        "= id blue",
                        "= vcenter north VC.example.org:443 csi@vsphere.local s3cret",
                        "= topology k8s-zone=failure-domain.beta.kubernetes.io/zone"
                                + " k8s-region=failure-domain.beta.kubernetes.io/region",
                        "= intervals PT5M PT5M PT15M PT2H 50");
    }

    @Test
    void inTheSharedFileBothFormsOfLabelsAreOfDifferentPrograms() {
        CsiConfigResult result = shared(SHARED.replace("mode: nearest", "topologyCategories: [rack]"));

        assertThat(CsiReading.problems(result)).isEmpty();
        assertThat(CsiReading.values(CsiReading.accepted(result)))
                .contains("= topology rack=topology.csi.vmware.com/rack");
    }

    @Test
    void filesThatAgreeAreAccepted() {
        CsiConfigResult result = both(OWN, SHARED);

        assertThat(CsiReading.problems(result)).isEmpty();
        assertThat(CsiReading.accepted(result)).isEqualTo(CsiReading.accepted(CsiReading.read(OWN)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "port = 8443 | c.conf:5:8: VirtualCenter \"vc.example.org\".port",
                "insecure-flag = true | c.conf:5:17: VirtualCenter \"vc.example.org\".insecure-flag",
                "ca-file = other.pem | c.conf:5:11: VirtualCenter \"vc.example.org\".ca-file",
                "thumbprint = 0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:0A:1B:2C:3D"
                        + " | c.conf:5:14: VirtualCenter \"vc.example.org\".thumbprint",
                "proxy-url = http://p:1 | c.conf:5:13: VirtualCenter \"vc.example.org\".proxy-url",
                "password = hunter2 | c.conf:5:12: VirtualCenter \"vc.example.org\".password"
            })
    void aDifferenceAboutAVcenterIsRefused(String line, String place) {
        CsiConfigResult result = both(OWN + line + "\n", SHARED);

        assertThat(result).isInstanceOf(CsiConfigResult.Rejected.class);
        assertThat(CsiReading.problems(result))
                .filteredOn(problem -> problem.startsWith("E"))
                .singleElement()
                .asString()
                .startsWith("E " + place + ": found another value than in vsphere.conf")
                .endsWith("for the same vCenter, expected the same; correct one of the two, or remove one of the files")
                .doesNotContain("hunter2", "s3cret");
    }

    @Test
    void theAccountsOfTheTwoProgramsMayDiffer() {
        CsiConfigResult result = both(OWN.replace("csi@", "other@").replace("s3cret", "hunter2"), SHARED);

        assertThat(CsiReading.problems(result))
                .containsExactly("W c.conf:2:8: VirtualCenter \"vc.example.org\".user: found other credentials than in"
                        + " vsphere.conf for the same vCenter; the CSI driver uses these, change them if that is not"
                        + " intended");
        assertThat(CsiReading.accepted(result).vcenters()).hasSize(1);
    }

    @Test
    void aVcenterThatTheSharedFileDoesNotNameIsAWarning() {
        assertThat(CsiReading.problems(both(OWN.replace("vc.example.org", "vc2"), SHARED)))
                .containsExactly("W c.conf:1:1: VirtualCenter \"vc2\": found a vCenter that vsphere.conf does not name;"
                        + " add it there, or remove it here");
    }

    @Test
    void keysOfTheDriverInTheSharedFileMustNotDiffer() {
        assertThat(CsiReading.problems(
                        both(OWN + "[Global]\ncluster-id = blue\n", SHARED + "csi: {clusterId: green}\n")))
                .containsExactly("E c.conf:6:14: Global.cluster-id: found another value than in vsphere.conf line 9,"
                        + " expected the same; correct or remove one of the two");
        assertThat(CsiReading.problems(both(OWN, SHARED + "csi: {clusterId: green}\n")))
                .containsExactly("W vsphere.conf:9:18: csi.clusterId: has no effect: the CSI driver reads its keys from"
                        + " c.conf; move it there, or remove that file");
    }

    @Test
    void aBrokenSharedFileDoesNotStopTheDriver() {
        CsiConfigResult result = both(OWN, "vcenter: [\n");

        assertThat(CsiReading.accepted(result)).isEqualTo(CsiReading.accepted(CsiReading.read(OWN)));
        assertThat(CsiReading.problems(result))
                .singleElement()
                .asString()
                .startsWith("W vsphere.conf:")
                .endsWith("(the CSI driver cannot compare this file with its own)");
    }

    @Test
    void theFilesAreReadFromTheDirectory(@TempDir Path folder) throws IOException {
        Path own = folder.resolve("csi-vsphere.conf");
        Files.writeString(folder.resolve("vsphere.conf"), SHARED.replace("  caFile: root.pem\n", ""));
        CsiConfigFiles files = CsiConfigFiles.of(Map.of("VSPHERE_CSI_CONFIG", own.toString()));

        CsiConfigResult ofShared = CsiConfigReader.read(files, Map.of("VSPHERE_CSI_CONFIG", own.toString()));
        Files.writeString(own, CsiReading.VCENTER + "port = 8443\n");

        assertThat(CsiReading.accepted(ofShared).vcenters().getFirst().name()).isEqualTo("north");
        assertThat(CsiReading.problems(ofShared))
                .singleElement()
                .asString()
                .startsWith("W environment variable VSPHERE_CSI_CONFIG: found no file ")
                .endsWith("vsphere.conf applies instead, set the variable to that file");
        assertThat(CsiConfigReader.read(files, Map.of())).isInstanceOf(CsiConfigResult.Rejected.class);
        Files.delete(folder.resolve("vsphere.conf"));
        assertThat(CsiReading.accepted(CsiConfigReader.read(files, Map.of())).vcenters())
                .extracting(CsiVcenter::name)
                .isEqualTo(List.of("vc.example.org"));
    }

    @Test
    void aSharedFileThatIsNotTextDoesNotStopTheDriver(@TempDir Path folder) throws IOException {
        Path own = Files.writeString(folder.resolve("csi-vsphere.conf"), CsiReading.VCENTER);
        Path shared = Files.write(folder.resolve("vsphere.conf"), new byte[] {(byte) 0xff});
        CsiConfigFiles files = new CsiConfigFiles(own, Optional.of(shared));

        assertThat(CsiReading.accepted(CsiConfigReader.read(files, Map.of())).vcenters())
                .hasSize(1);
        Files.write(own, new byte[] {(byte) 0xff});
        assertThat(CsiReading.problems(CsiConfigReader.read(files, Map.of())))
                .singleElement()
                .asString()
                .startsWith("E " + own)
                .contains("found bytes that are not UTF-8");
    }

    private static CsiConfigResult shared(String text) {
        return CsiReading.read(Optional.empty(), Optional.of(text), Map.of());
    }

    private static CsiConfigResult both(String own, String shared) {
        return CsiReading.read(Optional.of(own), Optional.of(shared), Map.of());
    }
}
