package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs csi-sanity, the conformance tests of the Container Storage Interface, against the packaged driver.
@Tag("csi")
@Timeout(300)
class CsiSanityScenario {
    @Test
    void theControllerPassesOnALifelikeVcenter(@TempDir Path folder) {
        passes(folder, VcenterOptions.defaults());
    }

    @Test
    void theControllerPassesOnTheUnmodifiedSimulator(@TempDir Path folder) {
        passes(folder, VcenterOptions.defaults().withStockCns().apiVersion("8.0.2.0"));
    }

    private static void passes(Path folder, VcenterOptions options) {
        try (var bed = new DriverBed(KubeApiServer.shared(), folder)) {
            bed.addVcenter("sanity", options);
            DriverBed.Driver driver = bed.start().awaitReady();

            String output = sanity(bed, folder);

            assertThat(output)
                    .as(driver.program().log())
                    .contains("| 0 Failed |")
                    .containsPattern("Ran [1-9][0-9]* of");
            assertThat(driver.program().terminate()).isZero();
        }
    }

    private static String sanity(DriverBed bed, Path folder) {
        try {
            Process process = new ProcessBuilder(List.of(
                            ServerBinaries.csiSanity().toString(),
                            "--csi.endpoint=unix://" + bed.socket(),
                            "--csi.mountdir=" + folder.resolve("mount"),
                            "--csi.stagingdir=" + folder.resolve("staging"),
                            "--csi.testvolumesize=1073741824",
                            "--csi.testvolumeexpandsize=2147483648",
                            "--ginkgo.skip=Node Service|volume lifecycle",
                            "--ginkgo.no-color",
                            "--ginkgo.v"))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output;
        } catch (IOException e) {
            throw new IllegalStateException("cannot run csi-sanity", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
