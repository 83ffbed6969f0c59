package dev.vspherecloud.testkit.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ConfigMountTest {
    @TempDir
    private Path folder;

    @Test
    void filesAreLinksIntoTheCurrentVersion() throws IOException {
        var mount = ConfigMount.at(folder.resolve("config"), Map.of("vsphere.conf", "first"));

        assertThat(Files.readSymbolicLink(mount.file("vsphere.conf"))).isEqualTo(Path.of("..data/vsphere.conf"));
        assertThat(Files.isSymbolicLink(mount.file("..data"))).isTrue();
        assertThat(mount.file("vsphere.conf")).hasContent("first");
    }

    @Test
    void anUpdateChangesTheTargetsOfTheLinks() throws IOException {
        var mount = ConfigMount.at(folder.resolve("config"), Map.of("a", "1", "b", "1"));
        Path before = mount.file("a").toRealPath();

        mount.update(Map.of("a", "2", "c", "2"));

        assertThat(mount.file("a")).hasContent("2");
        assertThat(mount.file("a").toRealPath()).isNotEqualTo(before);
        assertThat(before).doesNotExist();
        assertThat(names(mount.folder())).containsExactlyInAnyOrder("a", "c", "..data", "..2026_01_01_00_00_00.2");
    }

    @ParameterizedTest
    @EnumSource
    void aFileIsMadeChangedAndRemovedInEveryWay(FileChange change) {
        ConfigFile file = change.in(folder.resolve("config"), "vsphere.conf", "first");
        assertThat(file.path()).hasContent("first");

        file.write("second");
        assertThat(file.path()).hasContent("second");

        file.remove();
        assertThat(file.path()).doesNotExist();
        file.write("third");
        assertThat(file.path()).hasContent("third");
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
