package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageArchiveTest {
    private static final ImageDescription DESCRIPTION =
            new ImageDescription(new ProgramVersion("1.2.3", "0123abcd", "2026-01-01T00:00:00Z"), "aarch64");

    @TempDir
    private Path folder;

    @Test
    void equalFilesHaveEqualDigestsInEachFolderAndAtAnyTime() throws IOException {
        OciArchive one = write("one", Instant.ofEpochSecond(1_000_000_000));
        OciArchive other = write("other", Instant.ofEpochSecond(1_700_000_000));

        assertThat(other.layers()).isEqualTo(one.layers());
        assertThat(other.digest()).isEqualTo(one.digest());
        assertThat(folder.resolve("other.tar")).hasSameBinaryContentAs(folder.resolve("one.tar"));
    }

    @Test
    void containsTheStartConfiguration() throws IOException {
        var image = write("image", Instant.EPOCH).image();

        assertThat(image.path("architecture").asText()).isEqualTo("arm64");
        assertThat(image.path("os").asText()).isEqualTo("linux");
        var config = image.path("config");
        assertThat(config.path("User").asText()).isEqualTo("1001:1001");
        assertThat(config.path("Entrypoint")).hasToString("[\"/bin/vsphere-cloud-controller-manager\"]");
        assertThat(config.path("Env")).hasToString("[\"LC_ALL=C.UTF-8\"]");
        assertThat(config.path("ExposedPorts").has("10258/tcp")).isTrue();
        assertThat(config.at("/Labels/org.opencontainers.image.version").asText())
                .isEqualTo("1.2.3");
        assertThat(config.at("/Labels/org.opencontainers.image.revision").asText())
                .isEqualTo("0123abcd");
    }

    /// The version of the program is the tag, and chart and manifests use this tag.
    @Test
    void isTaggedWithTheVersion() throws IOException {
        assertThat(write("image", Instant.EPOCH).reference()).isEqualTo("vsphere-cloud-controller-manager:1.2.3");
    }

    @Test
    void unpacksTheFilesWithTheirModes() throws IOException {
        Path root = Files.createDirectory(folder.resolve("root"));

        write("image", Instant.EPOCH).unpack(root);

        assertThat(root.resolve("bin/tool")).hasContent("tool");
        assertThat(mode(root.resolve("bin/tool"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(root.resolve("etc/text"))).isEqualTo("rw-r--r--");
        assertThat(mode(root.resolve("tmp"))).isEqualTo("rwxrwxrwx");
    }

    private OciArchive write(String name, Instant time) throws IOException {
        Path sources = Files.createDirectory(folder.resolve(name));
        Path tool = file(sources, "tool", time);
        Path text = file(sources, "text", time);
        var system = new ImageLayer(
                "system",
                List.of(
                        ImageFile.plain(text, "/etc/text"),
                        new ImageFile(sources, "/tmp", ImageFile.Mode.OPEN_FOLDER)));
        var program = new ImageLayer("program", List.of(ImageFile.program(tool, "/bin/tool")));
        Path archive = folder.resolve(name + ".tar");
        ImageArchive.write(DESCRIPTION, List.of(system, program), folder.resolve(name + "-cache"), archive);
        return OciArchive.read(archive);
    }

    private static Path file(Path folder, String name, Instant time) throws IOException {
        Path file = Files.writeString(folder.resolve(name), name);
        return Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
