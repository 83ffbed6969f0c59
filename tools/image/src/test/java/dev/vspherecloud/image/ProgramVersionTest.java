package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramVersionTest {
    @TempDir
    private Path dist;

    private Path libraries;

    @BeforeEach
    void prepare() throws IOException {
        libraries = Files.createDirectories(dist.resolve("lib/app"));
    }

    @Test
    void isThatOfTheProgramInTheFolder() throws IOException {
        try (var jar = new ZipOutputStream(
                Files.newOutputStream(libraries.resolve("vsphere-cloud-observability-1.0.0.jar")))) {
            jar.putNextEntry(new ZipEntry("dev/vspherecloud/observability/version.properties"));
            jar.write("version=1.0.0\ncommit=0123abcd\ndate=2026-01-01T00:00:00Z\n"
                    .getBytes(StandardCharsets.ISO_8859_1));
        }

        assertThat(ProgramVersion.of(dist)).isEqualTo(new ProgramVersion("1.0.0", "0123abcd", "2026-01-01T00:00:00Z"));
    }

    @Test
    void aFolderWithoutTheProgramIsAnError() {
        assertThatThrownBy(() -> ProgramVersion.of(dist)).hasMessageEndingWith("expected one: run make dist");
    }
}
