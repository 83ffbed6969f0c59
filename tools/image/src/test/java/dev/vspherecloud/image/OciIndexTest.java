package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciIndexTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ProgramVersion SOURCE = new ProgramVersion("1.2.3", "0123abcd", "2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void namesTheManifestOfEachPlatform() throws IOException {
        OciArchive intel = image("amd64");
        OciArchive arm = image("aarch64");

        String digest = OciIndex.write(new ImageDescription(SOURCE, "amd64"), List.of(intel, arm), target());
        Map<String, byte[]> files = files();
        JsonNode index = JSON.readTree(files.get("blobs/" + digest.replace(':', '/')));

        assertThat(index.findValuesAsText("architecture")).containsExactly("amd64", "arm64");
        assertThat(index.findValuesAsText("digest")).containsExactly(intel.digest(), arm.digest());
        assertThat(index.at("/annotations/org.opencontainers.image.version").asText())
                .isEqualTo("1.2.3");
        JsonNode layout = JSON.readTree(files.get("index.json"));
        assertThat(layout.findValuesAsText("digest")).containsExactly(digest);
        assertThat(files).containsKey("oci-layout");
    }

    @Test
    void everyBlobHasTheDigestOfItsName() throws IOException {
        OciIndex.write(new ImageDescription(SOURCE, "amd64"), List.of(image("amd64"), image("aarch64")), target());

        Map<String, byte[]> files = files();
        files.keySet().removeIf(name -> !name.startsWith("blobs/"));

        assertThat(files).hasSizeGreaterThan(4);
        assertThat(files).allSatisfy((name, bytes) -> assertThat(name).isEqualTo("blobs/sha256/" + Sha256.of(bytes)));
    }

    private Path target() {
        return folder.resolve("index.tar");
    }

    private OciArchive image(String machine) throws IOException {
        Path tool = Files.writeString(folder.resolve("tool-" + machine), machine);
        var layer = new ImageLayer("program", List.of(ImageFile.program(tool, "/bin/tool")));
        Path archive = folder.resolve(machine + ".tar");
        ImageArchive.write(new ImageDescription(SOURCE, machine), List.of(layer), folder.resolve("cache"), archive);
        return OciArchive.read(archive);
    }

    private Map<String, byte[]> files() throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var tar = new TarArchiveInputStream(Files.newInputStream(target()))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                files.put(entry.getName(), tar.readAllBytes());
            }
        }
        return files;
    }
}
