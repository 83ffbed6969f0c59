package dev.vspherecloud.deploy.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// kubeadm accepts the configurations of the pages. It rejects unknown fields and wrong values.
class KubeadmConfigTest {
    @TempDir
    private Path folder;

    @Test
    void kubeadmAcceptsThem() {
        assertThat(DocBlock.of(KubeadmConfigTest.class, "kubeadmAcceptsThem"))
                .allSatisfy(block ->
                        assertThat(validate(block.text())).as(block.toString()).isEqualTo("ok\n"));
    }

    @Test
    void anUnknownFieldIsFound() throws IOException, InterruptedException {
        assertThat(validate("""
                apiVersion: kubeadm.k8s.io/v1beta4
                kind: InitConfiguration
                nodeRegistration:
                  kubeletExtraArguments: []
                """)).contains("unknown field \"nodeRegistration.kubeletExtraArguments\"");
    }

    /// Adds a version: without one, kubeadm asks the Internet for the newest.
    private String validate(String text) throws IOException {
        Path file = Files.writeString(
                folder.resolve("kubeadm.yaml"),
                text.replace(
                        "kind: ClusterConfiguration\n", "kind: ClusterConfiguration\nkubernetesVersion: v1.36.0\n"));
        var program = new ProcessBuilder(
                        ServerBinaries.client("kubeadm").toString(), "config", "validate", "--config", file.toString())
                .redirectErrorStream(true);
        ProgramRun run = ProgramRun.of(program);
        return run.exitCode() == 0 ? run.output() : "failed: " + run.output();
    }
}
