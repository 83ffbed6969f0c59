package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForeignLibrariesTest {
    @TempDir
    private Path system;

    @Test
    void readsTheNamesThatReadelfPrints() {
        String output = """

                File: lib/libjava.so

                Dynamic section at offset 0x2f0d8 contains 31 entries:
                  Tag        Type                         Name/Value
                 0x0000000000000001 (NEEDED)             Shared library: [libjvm.so]
                 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]
                 0x000000000000000e (SONAME)             Library soname: [libjava.so]
                """;

        assertThat(ForeignLibraries.names(output)).containsExactly("libjvm.so", "libc.so.6");
    }

    /// A library of this machine stands for one of another architecture: `readelf` reads both.
    @Test
    void findsTheLibrariesOfLibrariesInTheUnpackedSystem() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "lib", "libjimage.so");
        Path folder = Files.createDirectories(system.resolve("lib/other-linux-gnu"));
        var layers = List.of(new ImageLayer("java runtime", List.of(ImageFile.plain(java, "/lib/libjimage.so"))));

        assertThatThrownBy(() -> ForeignLibraries.neededBy(layers, system))
                .hasMessageContaining(" not found in " + system);

        var names = ForeignLibraries.names(Command.output(List.of("readelf", "-d", java.toString())));
        for (String name : names) {
            Files.copy(java, folder.resolve(name));
        }
        assertThat(ForeignLibraries.neededBy(layers, system))
                .isNotEmpty()
                .allMatch(library -> library.startsWith("/lib/other-linux-gnu"))
                .hasSameSizeAs(names);
    }
}
