package dev.vspherecloud.ccm.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
    @TempDir
    private Path directory;

    @Test
    void isReadFromDisk() throws IOException {
        Path file = write("vsphere.conf", "global: {server: vc, user: u, password: p}");

        assertThat(ConfigReader.read(file, Map.of())).isInstanceOf(ConfigResult.Accepted.class);
    }

    @Test
    void missingFileSaysWhatToDo() {
        Path file = directory.resolve("none.conf");

        assertThat(problems(file))
                .containsExactly("E " + file + ": cannot read it (there is no such file), expected the vSphere"
                        + " configuration; mount it, or correct --cloud-config");
    }

    @Test
    void aDirectoryIsNoFile() {
        assertThat(problems(directory))
                .containsExactly("E " + directory + ": found a directory, expected a file; name the file in it");
    }

    @Test
    void aHugeFileIsNotReadToItsEnd() throws IOException {
        Path file = directory.resolve("huge");
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(1L << 33);
        }

        assertThat(problems(file)).singleElement().asString().contains("found more than 4 MiB");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static List<String> problems(Path file) {
        return Reading.lines(ConfigReader.read(file, Map.of()));
    }
}
