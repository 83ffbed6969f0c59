package dev.vspherecloud.config.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.config.KeyTable;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.config.Problems;
import dev.vspherecloud.config.Section;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.document.ConfigText;
import dev.vspherecloud.config.vcenter.ConfiguredVcenter;
import dev.vspherecloud.config.vcenter.VsphereConf;
import dev.vspherecloud.config.vcenter.VsphereConfReader;
import dev.vspherecloud.text.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnTableTest {
    private static final String INI = """
            [Global]
            cluster-id = blue
            port = 8443
            node-deletion-paused = true
            [VirtualCenter "vc.example.org"]
            user = "EXAMPLE\\\\csi"
            password = hunter2
            datastore-url = ds:///vmfs/volumes/1/
            [Snapshot]
            most-snapshots = 5
            [Nodes]
            match-by-name = true
            """;
    private static final String YAML = """
            global: {clusterId: blue, port: 8443}
            vcenter:
              vc.example.org:
                server: vc.example.org
                user: EXAMPLE\\csi
                password: hunter2
                datastoreUrl: ds:///vmfs/volumes/1/
            snapshot: {mostSnapshots: 5}
            nodes: {matchByName: true}
            """;

    private final Problems problems = new Problems();

    @TempDir
    private Path folder;

    @Test
    void iniIsReadByTheTableOfAnyProgram() throws IOException {
        assertRead(read(INI, Map.of()), "blue");
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void yamlIsReadByTheTableOfAnyProgram() throws IOException {
        assertRead(read(YAML, Map.of()), "blue");
        assertThat(problems.all()).isEmpty();
    }

    private static void assertRead(VsphereConf conf, String cluster) {
        assertThat(conf.raw().global().text(DiskKey.CLUSTER_ID)).contains(cluster);
        assertThat(conf.raw().section(DiskKey.snapshots()).text(DiskKey.MAX_SNAPSHOTS))
                .contains("5");
        assertThat(conf.vcenters()).hasSize(1);
        ConfiguredVcenter vcenter = conf.vcenters().getFirst();
        assertThat(vcenter.connection().server()).isEqualTo("vc.example.org");
        assertThat(vcenter.connection().port()).isEqualTo(8443);
        assertThat(vcenter.credentials())
                .isEqualTo(new CredentialsSource.Inline("EXAMPLE\\csi", new Secret("hunter2")));
        assertThat(vcenter.sections().getFirst().text(DiskKey.DATASTORE_URL)).contains("ds:///vmfs/volumes/1/");
    }

    @Test
    void aVariableOfTheProgramOverridesTheFile() throws IOException {
        assertRead(read(INI, Map.of("VSPHERE_CLUSTER_ID", "green")), "green");
    }

    @Test
    void anUnknownKeyIsReportedWithASimilarKeyOfTheProgram() throws IOException {
        read(INI.replace("cluster-id", "cluter-id"), Map.of());
        read(YAML.replace("datastoreUrl", "datastorUrl"), Map.of());

        assertThat(reported())
                .containsExactly(
                        "2:1: Global.cluter-id: unknown key, it has no effect; did you mean \"cluster-id\"?",
                        "7:5: vcenter.vc.example.org.datastorUrl: unknown key, it has no effect;"
                                + " did you mean \"datastoreUrl\"?");
    }

    @Test
    void aSharedKeyAndAnOwnSectionAreFoundAsWell() throws IOException {
        read(INI.replace("password", "pasword") + "[Snapshots]\n", Map.of());

        assertThat(reported())
                .contains("7:1: VirtualCenter \"vc.example.org\".pasword: unknown key, it has no effect;"
                        + " did you mean \"password\"?")
                .contains("13:1: Snapshots: unknown section, it has no effect; did you mean \"Snapshot\"?");
    }

    @Test
    void aKeyOfAnotherProgramIsUnknown() throws IOException {
        read(INI.replace("node-deletion-paused", "ip-family"), Map.of());

        assertThat(reported())
                .containsExactly(
                        "4:1: Global.ip-family: unknown key, it has no effect; look up its name and its place in"
                                + " the reference");
    }

    @Test
    void theProgramsOwnValuesAreChecked() throws IOException {
        read(INI.replace("= 5", "= many"), Map.of());

        assertThat(problems.hasErrors()).isTrue();
        assertThat(reported())
                .containsExactly("10:18: Snapshot.most-snapshots: found \"many\", expected a whole number from 1;"
                        + " correct it");
    }

    @Test
    void aSectionMayExistSeveralTimes() throws IOException {
        String ini = INI + "[Clients \"b\"]\nips = 10.0.0.0/8\n[Clients \"a\"]\nips = 10.1.0.0/16\n";
        String yaml = YAML + "clients: {b: {ips: 10.0.0.0/8}, a: {ips: 10.1.0.0/16}}\n";

        for (String text : List.of(ini, yaml)) {
            VsphereConf conf = read(text, Map.of());

            assertThat(conf.raw().named(DiskKey.clients()).keySet()).containsExactly("b", "a");
            assertThat(conf.raw().named(DiskKey.clients()).values())
                    .extracting(section -> section.text(DiskKey.IPS).orElse(""))
                    .containsExactly("10.0.0.0/8", "10.1.0.0/16");
            assertThat(conf.vcenters()).hasSize(1);
        }
        assertThat(problems.all()).isEmpty();
        assertThat(ConfigText.of("f", ini).rewritten(DiskKey.table(), problems))
                .contains("clients:\n  b:\n    ips: '10.0.0.0/8'\n  a:\n    ips: '10.1.0.0/16'\n");
    }

    @Test
    void theValuesOfASectionWithANameAreChecked() throws IOException {
        read(INI + "[Clients \"a\"]\nips = x\nip = y\n", Map.of());

        assertThat(reported())
                .containsExactly(
                        "15:1: Clients \"a\".ip: unknown key, it has no effect; did you mean \"ips\"?",
                        "14:7: Clients \"a\".ips: found \"x\", expected ranges of addresses such as 10.20.0.0/16 or"
                                + " fd20::/48; correct it");
    }

    @Test
    void aSectionWithoutItsNameIsAnError() throws IOException {
        Path file = Files.writeString(folder.resolve("vsphere.conf"), INI + "[Clients]\nips = 10.0.0.0/8\n");

        assertThat(VsphereConfReader.of(DiskKey.table(), Map.of()).read(file, "--conf", problems))
                .isEmpty();
        assertThat(reported())
                .containsExactly("13:1: Clients: found no name, expected [Clients \"<name>\"]; add the name in quotes");
    }

    @Test
    void theTextIsConvertedWithTheKeysOfTheProgram() throws IOException {
        String yaml = ConfigText.of("f", INI).rewritten(DiskKey.table(), problems);

        assertThat(yaml)
                .contains("clusterId: blue", "datastoreUrl: ", "snapshot:\n  mostSnapshots: 5", "matchByName: true")
                .contains("# node-deletion-paused = true");
    }

    @Test
    void aTableWithoutTheKeysOfVcentersIsRefused() {
        List<Section> sections = List.of(Section.GLOBAL, Section.VCENTER);

        assertThatThrownBy(() -> new KeyTable(
                        sections, List.of(DiskKey.CLUSTER_ID), DiskKey.table().others()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMissingFileIsReportedWithTheKeyThatNamesIt() {
        VsphereConfReader reader = VsphereConfReader.of(DiskKey.table(), Map.of());

        assertThat(reader.read(folder.resolve("none.conf"), "--conf", problems)).isEmpty();
        assertThat(problems.all())
                .singleElement()
                .asString()
                .endsWith("none.conf: cannot read it (there is no such file), expected the vSphere configuration;"
                        + " mount it, or correct --conf");
    }

    private VsphereConf read(String text, Map<String, String> environment) throws IOException {
        Path file = Files.writeString(folder.resolve("vsphere.conf"), text);
        return VsphereConfReader.of(DiskKey.table(), environment)
                .read(file, "--conf", problems)
                .orElseThrow();
    }

    private List<String> reported() {
        String file = folder.resolve("vsphere.conf") + ":";
        return problems.all().stream()
                .map(Problem::toString)
                .map(each -> each.replace(file, ""))
                .toList();
    }
}
