package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SbomTest {
    /// Output of the CycloneDX plugin of Maven, shortened.
    private static final String FROM_MAVEN = """
            {
              "bomFormat": "CycloneDX",
              "specVersion": "1.6",
              "metadata": {
                "component": {"type": "library", "bom-ref": "ccm", "name": "vsphere-cloud-ccm", "version": "0.1.0"}
              },
              "components": [
                {"type": "library", "bom-ref": "slf4j", "name": "slf4j-api", "version": "2.0.20"}
              ],
              "dependencies": [{"ref": "ccm", "dependsOn": ["slf4j"]}]
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void namesLibrariesRuntimeAndCLibrary() throws IOException {
        Path file = Files.writeString(folder.resolve("libraries.json"), FROM_MAVEN);

        JsonNode document = Sbom.read(file)
                .describing(
                        new ImageDescription(new ProgramVersion("1.2.3", "0123abcd", "unknown"), "amd64"),
                        List.of(
                                SystemComponents.runtime("25.0.3+9", "Vendor"),
                                SystemComponents.cLibrary("ldd (GNU libc) 2.34")))
                .document();

        assertThat(document.path("components").findValuesAsText("name"))
                .containsExactly("slf4j-api", "vsphere-cloud-ccm", "openjdk", "glibc");
        JsonNode subject = document.at("/metadata/component");
        assertThat(subject.path("type").asText()).isEqualTo("container");
        assertThat(subject.path("version").asText()).isEqualTo("1.2.3");
        assertThat(document.at("/dependencies/1"))
                .hasToString("{\"ref\":\"vsphere-cloud-controller-manager:1.2.3\",\"dependsOn\":"
                        + "[\"ccm\",\"pkg:generic/openjdk@25.0.3%2B9\",\"pkg:generic/glibc@2.34\"]}");
    }
}
