package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvenanceTest {
    private static final String DIGEST = "ab".repeat(32);

    @TempDir
    private Path folder;

    @Test
    void namesSubjectsCommitMaterialsAndBuilder() throws IOException {
        Path bom = Files.writeString(folder.resolve("bom.json"), """
                {"components": [{"purl": "pkg:maven/org.slf4j/slf4j-api@2.0.20?type=jar",
                  "hashes": [{"alg": "MD5", "content": "00"}, {"alg": "SHA-256", "content": "%s"}]}]}
                """.formatted(DIGEST));
        Path lock = Files.writeString(folder.resolve("lock"), "# comment\ndeb libc6 2.36-9+deb12u14 " + DIGEST + "\n");

        JsonNode statement = new Provenance(
                        new ProgramVersion("1.2.3", "0123abcd", "2026-01-01T00:00:00Z"),
                        "registry.example.org/team",
                        "urn:example:builder")
                .withLibraries(bom)
                .withPackages(PinnedPackage.read(lock))
                .made("chart.tgz", DIGEST)
                .document();

        assertThat(statement.path("_type").asText()).isEqualTo("https://in-toto.io/Statement/v1");
        assertThat(statement.path("predicateType").asText()).isEqualTo("https://slsa.dev/provenance/v1");
        assertThat(statement.path("subject"))
                .hasToString("[{\"name\":\"chart.tgz\",\"digest\":{\"sha256\":\"" + DIGEST + "\"}}]");
        JsonNode definition = statement.at("/predicate/buildDefinition");
        assertThat(definition.at("/externalParameters/VERSION").asText()).isEqualTo("1.2.3");
        assertThat(definition.at("/resolvedDependencies/0/digest/gitCommit").asText())
                .isEqualTo("0123abcd");
        assertThat(definition.path("resolvedDependencies").findValuesAsText("uri"))
                .containsExactly(
                        "pkg:maven/org.slf4j/slf4j-api@2.0.20?type=jar",
                        "pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=arm64");
        assertThat(definition.path("resolvedDependencies").findValuesAsText("sha256"))
                .containsExactly(DIGEST, DIGEST);
        assertThat(statement.at("/predicate/runDetails/builder/id").asText()).isEqualTo("urn:example:builder");
    }

    @Test
    void aLineOfTheLockWithoutADigestIsAnError() throws IOException {
        Path lock = Files.writeString(folder.resolve("lock"), "deb libc6 2.36\n");

        assertThatThrownBy(() -> PinnedPackage.read(lock))
                .hasMessageContaining("found \"deb libc6 2.36\", expected four fields");
    }
}
