package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.config.Dialect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandsTest {
    private static final String PASSWORD = "Hidden-word-1!";

    private static final String YAML = """
            global:
              user: cpi@vsphere.local
              password: "%s"
              proxyUrl: http://proxy-user:%s@proxy:3128
              soapRoundtripCount: 3
            vcenter:
              north:
                server: vc-north
                port: 8443
                datacenters: [Berlin-DC, Hamburg-DC]
              south:
                server: vc-south
                insecureFlag: true
                secretName: cpi-south
                secretNamespace: infra
                nodeDeletionPaused: true
            labels:
              zone: topo-zone
              region: topo-region
            nodes:
              internalNetworkSubnetCidr: 10.20.0.0/16
              disappearedAfter: 15m0s
            nsxt:
              password: "%s"
            """.formatted(PASSWORD, PASSWORD, PASSWORD);

    private static final String BROKEN = """
            [Global]
            user = u
            password = "%s"
            prot = 443
            [VirtualCenter "vc a"]
            port = abc
            """.formatted(PASSWORD);

    private static final String JSON = """
            {
              "valid": false,
              "files": [
                {
                  "file": "vsphere.yaml",
                  "valid": true,
                  "problems": [
                    {
                      "severity": "warning",
                      "variable": "VSPHERE_PASSWORD",
                      "message": "has no effect, as in cloud-provider-vsphere (Go); remove it, or use it by setting global.environmentOverrides to true"
                    },
                    {
                      "severity": "warning",
                      "file": "vsphere.yaml",
                      "line": 1,
                      "column": 62,
                      "key": "global.apiDisable",
                      "message": "has no effect, as in cloud-provider-vsphere (Go); remove it"
                    }
                  ],
                  "effective": {
                    "vcenters": [
                      {
                        "name": "vc",
                        "server": {"value": "vc", "from": "global", "line": 1, "column": 18},
                        "port": {"value": 443, "from": "default"},
                        "proxyUrl": {"value": null, "from": "default"},
                        "caFile": {"value": [], "from": "default"},
                        "thumbprint": {"value": [], "from": "default"},
                        "insecureFlag": {"value": false, "from": "default"},
                        "datacenters": {"value": [], "from": "default"},
                        "user": {"value": "\\"ä\\\\", "from": "global", "line": 1, "column": 28},
                        "password": {"value": "***", "from": "global", "line": 1, "column": 47},
                        "ipFamily": {"value": ["ipv4"], "from": "default"},
                        "nodeDeletionPaused": {"value": false, "from": "default"}
                      }
                    ],
                    "labels": {
                      "zone": {"value": "z", "from": "file", "line": 2, "column": 16},
                      "region": {
                        "value": "region-of-environment",
                        "from": "environment",
                        "variable": "VSPHERE_LABEL_REGION"
                      },
                      "mode": {"value": "compatible", "from": "default"},
                      "required": {"value": true, "from": "default"},
                      "relabel": {"value": false, "from": "default"},
                      "hostLabel": {"value": null, "from": "default"},
                      "clusterLabel": {"value": null, "from": "default"},
                      "datacenterLabel": {"value": null, "from": "default"},
                      "resourcePoolLabel": {"value": null, "from": "default"},
                      "folderLabel": {"value": null, "from": "default"}
                    },
                    "nodes": {
                      "internalNetworkSubnetCidr": {"value": [], "from": "default"},
                      "externalNetworkSubnetCidr": {"value": [], "from": "default"},
                      "internalVmNetworkName": {"value": null, "from": "default"},
                      "externalVmNetworkName": {"value": null, "from": "default"},
                      "excludeInternalNetworkSubnetCidr": {"value": [], "from": "default"},
                      "excludeExternalNetworkSubnetCidr": {"value": [], "from": "default"},
                      "ipFamilyPolicy": {"value": "require", "from": "default"},
                      "matchByName": {"value": false, "from": "default"},
                      "disappearedAfter": {"value": "10m", "from": "default"},
                      "breakerNodes": {"value": 5, "from": "default"},
                      "breakerPercent": {"value": 10, "from": "default"}
                    },
                    "otherSections": []
                  }
                },
                {
                  "file": "bad.yaml",
                  "valid": false,
                  "problems": [
                    {
                      "severity": "error",
                      "file": "bad.yaml",
                      "line": 1,
                      "column": 11,
                      "message": "not YAML: the text is not valid YAML here; check quotes, colons and indentation"
                    }
                  ]
                }
              ]
            }
            """;

    private static final Map<String, String> ENVIRONMENT =
            Map.of("VSPHERE_LABEL_REGION", "region-of-environment", "VSPHERE_PASSWORD", PASSWORD);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void theTableOutputHasProblemsAResultAndSettings() throws IOException {
        assertThat(check(OutputFormat.TABLE, false, write("vsphere.yaml", YAML)))
                .isZero();

        assertThat(output()).isEqualTo("""
                environment variable VSPHERE_PASSWORD: warning: has no effect, as in cloud-provider-vsphere (Go); remove it, or use it by setting global.environmentOverrides to true
                vsphere.yaml:5:23: warning: global.soapRoundtripCount: has no effect, as in cloud-provider-vsphere (Go); remove it
                vsphere.yaml:23:1: warning: nsxt: found a section that this program does not support: it has no service controller and no route controller, so Services of type LoadBalancer get no address, and existing load balancers are not updated, and no route is created for the Pods of a new Node, and the route of a deleted Node remains; keep cloud-provider-vsphere (Go) for that, or use another controller and remove the section
                vsphere.yaml: can be used (3 warnings)

                SETTING                      VALUE                                FROM
                vcenter north
                  server                     vc-north                             line 8
                  port                       8443                                 line 9
                  proxyUrl                   http://proxy:3128                    line 4, global
                  caFile                     system CA certificates               default
                  insecureFlag               false                                default
                  datacenters                Berlin-DC (name), Hamburg-DC (name)  line 10
                  user                       cpi@vsphere.local                    line 2, global
                  password                   ***                                  line 3, global
                  ipFamily                   ipv4                                 default
                vcenter south
                  server                     vc-south                             line 12
                  port                       443                                  default
                  proxyUrl                   http://proxy:3128                    line 4, global
                  caFile                     system CA certificates               default
                  insecureFlag               true: certificates are not verified  line 13
                  datacenters                all                                  default
                  secretNamespace            infra                                line 15
                  secretName                 cpi-south                            line 14
                  ipFamily                   ipv4                                 default
                  nodeDeletionPaused         true: none of its Nodes is deleted   line 16
                labels
                  zone                       topo-zone                            line 18
                  region                     region-of-environment                environment, VSPHERE_LABEL_REGION
                  mode                       compatible                           default
                  required                   true                                 default
                  relabel                    false                                default
                nodes
                  internalNetworkSubnetCidr  10.20.0.0/16                         line 21
                  disappearedAfter           15m                                  line 22
                of other programs            nsxt
                """);
    }

    @Test
    void aFileThatCannotBeUsedFailsWithEveryProblem() throws IOException {
        assertThat(check(OutputFormat.TABLE, false, write("vsphere.conf", BROKEN)))
                .isEqualTo(1);

        assertThat(output().lines().filter(line -> !line.startsWith("environment")))
                .containsExactly("""
                vsphere.conf:4:1: warning: Global.prot: unknown key, it has no effect; did you mean "port"?
                vsphere.conf:5:1: error: VirtualCenter "vc a".server: found no server for this vCenter, expected its host name or address; add "server = <host>"
                vsphere.conf:6:8: error: VirtualCenter "vc a".port: found "abc", expected a whole number from 1 to 65535; correct it
                vsphere.conf: cannot be used (2 errors, 3 warnings)
                """.split("\n"));
    }

    @Test
    void everyFileIsReportedAndOneBadFileFailsTheCheck() throws IOException {
        Path good = write("good.ini", "[VirtualCenter \"vc\"]\nuser = u\npassword = p\n");
        Path bad = write("bad.yaml", "vcenter: [");

        assertThat(check(OutputFormat.TABLE, false, bad, directory.resolve("none"), good))
                .isEqualTo(1);

        assertThat(output())
                .contains(
                        "bad.yaml: cannot be used (1 error)\n",
                        "none: cannot be used (1 error)\n",
                        "good.ini: can be used (2 warnings)\n",
                        "vcenter vc\n",
                        "nodes           not set\n");
    }

    @Test
    void inStrictModeAWarningIsAnError() throws IOException {
        assertThat(check(OutputFormat.TABLE, true, write("vsphere.yaml", YAML))).isEqualTo(1);

        assertThat(output()).contains("vsphere.yaml: cannot be used (3 errors)").doesNotContain("warning");
    }

    @Test
    void theJsonOutputIsComplete() throws IOException {
        String yaml = "global: {server: vc, user: \"\\\"ä\\\\\", password: p, apiDisable: true}\nlabels: {zone: z}\n";

        assertThat(check(OutputFormat.JSON, false, write("vsphere.yaml", yaml), write("bad.yaml", "vcenter: [")))
                .isEqualTo(1);

        assertThat(output()).isEqualTo(JSON);
    }

    @Test
    void theConvertedTextAndTheWarningsAreSeparate() throws IOException {
        assertThat(convert(write("vsphere.yaml", YAML + "unknown: {password: %s}\n".formatted(PASSWORD)), Dialect.INI))
                .isZero();

        assertThat(output())
                .startsWith("[Global]\nuser = \"cpi@vsphere.local\"\npassword = \"" + PASSWORD + "\"\n")
                .endsWith("# (this project does not use this section)\n# unknown: {password: " + PASSWORD + "}\n");
        assertThat(errors())
                .isEqualTo("vsphere.yaml:25:1: warning: this project does not use this section; it is kept as a "
                        + "comment\n");
    }

    @Test
    void nothingIsPrintedWhenConvertingFails() throws IOException {
        assertThat(convert(write("vsphere.conf", BROKEN), Dialect.YAML)).isEqualTo(1);

        assertThat(output()).isEmpty();
        assertThat(errors()).contains("vsphere.conf:6:8: error: ").doesNotContain(PASSWORD);
    }

    @Test
    void noPasswordIsEverShown() throws IOException {
        for (String text : List.of(YAML, BROKEN, YAML.replace("password:", "pasword:"), YAML + "\t" + PASSWORD)) {
            Path file = write("vsphere.conf", text);
            check(OutputFormat.TABLE, false, file);
            check(OutputFormat.JSON, true, file);
            ConfigCommands.convert(
                    new CommandLine.Convert(file, Dialect.INI), printTo(new ByteArrayOutputStream()), printTo(err));
        }

        assertThat(output() + errors()).contains("error").doesNotContain(PASSWORD);
    }

    private int check(OutputFormat output, boolean strict, Path... files) {
        return ConfigCommands.check(new CommandLine.Check(List.of(files), output, strict), ENVIRONMENT, printTo(out));
    }

    private int convert(Path file, Dialect to) {
        return ConfigCommands.convert(new CommandLine.Convert(file, to), printTo(out), printTo(err));
    }

    private static PrintStream printTo(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.US_ASCII);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /// Returns the text without the directory of the files.
    private String output() {
        return out.toString(StandardCharsets.UTF_8).replace(directory + "/", "");
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8).replace(directory + "/", "");
    }
}
