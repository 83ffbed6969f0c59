package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/// Runs csi-sanity, the conformance tests of the Container Storage Interface, against the packaged driver.
@Tag("csi")
@Timeout(300)
class CsiSanityScenario {
    /// The tests that may be skipped, by name, sorted. A line that begins with # says why those below it are.
    private static final String SKIPPED = "csi-sanity-skipped.txt";

    @Test
    void theControllerPassesOnALifelikeVcenter(@TempDir Path folder) {
        passes(folder, VcenterOptions.defaults());
    }

    @Test
    void theControllerPassesOnTheUnmodifiedSimulator(@TempDir Path folder) {
        passes(folder, VcenterOptions.defaults().withStockCns().apiVersion("8.0.2.0"));
    }

    private static void passes(Path folder, VcenterOptions options) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("sanity", options);
            DriverBed.Driver driver = bed.start().awaitReady();

            String output = sanity(bed, folder);

            assertThat(output)
                    .as(driver.program().log())
                    .contains("| 0 Failed |")
                    .containsPattern("Ran [1-9][0-9]* of");
            assertThat(skipped(folder.resolve("junit.xml")))
                    .as("The tests that csi-sanity skips. Compare %s.", SKIPPED)
                    .containsExactlyElementsOf(expectedToBeSkipped());
            assertThat(driver.page("/metrics").body())
                    .containsPattern(
                            "vsphere_cns_volume_ops_histogram_count\\{optype=\"create-volume\",status=\"pass\"} [1-9]")
                    .containsPattern(
                            "vsphere_cns_volume_ops_histogram_count\\{optype=\"delete-volume\",status=\"pass\"} [1-9]")
                    .containsPattern("vspherecloud_csi_vcenter_trusted\\{vcenter=\"127.0.0.1\"} 1")
                    .containsPattern("vspherecloud_csi_waiting_tasks\\{vcenter=\"127.0.0.1\"} 0");
            assertThat(driver.program().terminate()).isZero();
        }
    }

    private static List<String> expectedToBeSkipped() {
        try (InputStream file = CsiSanityScenario.class.getResourceAsStream(SKIPPED)) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads the names of the skipped tests from a report of csi-sanity.
    private static List<String> skipped(Path report) {
        try {
            NodeList tests = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("testcase");
            return IntStream.range(0, tests.getLength())
                    .mapToObj(tests::item)
                    .map(Element.class::cast)
                    .filter(test -> test.getAttribute("status").equals("skipped"))
                    .map(test -> test.getAttribute("name"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("cannot read the report of csi-sanity", e);
        }
    }

    private static String sanity(DriverBed bed, Path folder) {
        var program = new ProcessBuilder(
                        ServerBinaries.csiSanity().toString(),
                        "--csi.endpoint=unix://" + bed.socket(),
                        "--csi.mountdir=" + folder.resolve("mount"),
                        "--csi.stagingdir=" + folder.resolve("staging"),
                        "--csi.testvolumesize=1073741824",
                        "--csi.testvolumeexpandsize=2147483648",
                        "--ginkgo.skip=Node Service|volume lifecycle",
                        "--ginkgo.no-color",
                        "--ginkgo.junit-report=" + folder.resolve("junit.xml"),
                        "--ginkgo.v")
                .redirectErrorStream(true);
        return ProgramRun.of(program, "", Duration.ofMinutes(4)).output();
    }
}
