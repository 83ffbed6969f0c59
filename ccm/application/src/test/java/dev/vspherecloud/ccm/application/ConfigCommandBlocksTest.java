package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.CommandLine;
import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.config.Dialect;
import dev.vspherecloud.conformance.DocBlock;
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

/// The output of `config check` and `config convert` that the pages show.
class ConfigCommandBlocksTest {
    private static final String PROGRAM = "$ vsphere-cloud-controller-manager ";

    private static final String INI = """
            # vCenters of the platform team
            [Global]
            user = "cpi@vsphere.local"
            password = "s3cret#1"
            insecure-flag = false
            soap-roundtrip-count = 3
            datacenter = "Berlin-DC"

            [VirtualCenter "vc-north.example.net"]
            datacenters = "Berlin-DC,/Sites/Hamburg"

            [VirtualCenter "south"]
            server = "vc-south.example.net"
            port = 8443
            secret-name = "cpi-south"
            secret-namespace = "infra"

            [Labels]
            zone = "topo-zone"
            region = "topo-region"
            """;

    private static final String YAML = """
            global:
              soapRoundtripCount: 3
            vcenter:
              south:
                server: vc-south.example.net
                port: 8443
                secretName: cpi-south
                secretNamespace: infra
            labels:
              zone: topo-zone
              region: topo-region
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void check() throws IOException {
        ConfigCommands.check(
                new CommandLine.Check(List.of(write("vsphere.conf", INI)), OutputFormat.TABLE, false),
                Map.of("VSPHERE_PASSWORD", "other"),
                printTo(out));
        String rendered = PROGRAM + "config check vsphere.conf\n" + text(out);

        assertThat(DocBlock.only(ConfigCommandBlocksTest.class, "check").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void checkAsJson() throws IOException {
        ConfigCommands.check(
                new CommandLine.Check(List.of(write("vsphere.yaml", YAML)), OutputFormat.JSON, false),
                Map.of(),
                printTo(out));
        String rendered = text(out);

        assertThat(DocBlock.only(ConfigCommandBlocksTest.class, "checkAsJson").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    @Test
    void convert() throws IOException {
        ConfigCommands.convert(
                new CommandLine.Convert(write("vsphere.conf", INI), Dialect.YAML), printTo(out), printTo(err));
        String rendered = PROGRAM + "config convert --to yaml vsphere.conf > vsphere.yaml\n" + text(err)
                + "$ cat vsphere.yaml\n" + text(out);

        assertThat(DocBlock.only(ConfigCommandBlocksTest.class, "convert").renewed(rendered))
                .as(DocBlock.RENEW)
                .isEqualTo(rendered);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static PrintStream printTo(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /// Returns the text without the directory of the files.
    private String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
    }
}
