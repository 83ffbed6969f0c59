package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedLibrariesTest {
    private static final String OUTPUT = """
            /build/lib/server/libjvm.so:
            \tlinux-vdso.so.1 (0x00007ffd5a5f2000)
            \tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f1c1a000000)
            \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c19e00000)
            \t/lib64/ld-linux-x86-64.so.2 (0x00007f1c1b800000)
            /build/lib/libnet.so:
            \tlibjvm.so => not found
            \tlibjava.so => /build/lib/libjava.so (0x00007f1c19d00000)
            \tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c19e00000)
            \tstatically linked
            """;

    @Test
    void returnsEachSystemLibraryOnce() {
        assertThat(SharedLibraries.named(OUTPUT, Set.of("libjvm.so", "libjava.so")))
                .containsExactly(
                        Path.of("/lib/x86_64-linux-gnu/libc.so.6"),
                        Path.of("/lib/x86_64-linux-gnu/libm.so.6"),
                        Path.of("/lib64/ld-linux-x86-64.so.2"));
    }

    @Test
    void aMissingLibraryIsAnError() {
        assertThatThrownBy(() -> SharedLibraries.named(OUTPUT, Set.of("libjava.so")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("libjvm.so");
    }
}
