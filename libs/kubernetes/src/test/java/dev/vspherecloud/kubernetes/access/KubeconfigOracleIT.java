package dev.vspherecloud.kubernetes.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.testkit.servers.ProgramRun;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import org.junit.jupiter.api.Test;

class KubeconfigOracleIT {
    /// If client-go reads a file differently, update the results with `$(tools/servers/build)/kubeconfig FOLDER`.
    @Test
    void theStoredResultsAreThoseOfClientGo() throws IOException {
        var oracle = new ProcessBuilder(
                        ServerBinaries.locate().kubeconfig().toString(), KubeconfigCorpus.FOLDER.toString())
                .redirectError(Redirect.DISCARD);

        ProgramRun run = ProgramRun.of(oracle);

        assertThat(run.exitCode()).isZero();
        JsonNode clientGo = DatabindJson.tree(run.output().getBytes(UTF_8));
        assertThat(clientGo).hasSizeGreaterThan(100).isEqualTo(KubeconfigCorpus.clientGo());
    }
}
