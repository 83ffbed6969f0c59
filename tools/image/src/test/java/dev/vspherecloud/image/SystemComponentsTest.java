package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SystemComponentsTest {
    @Test
    void aDistributionsLibraryIsNamedAsItsPackage() {
        var library = SystemComponents.cLibrary("ldd (Debian GLIBC 2.36-9+deb12u14) 2.36\nCopyright ...\n");

        assertThat(library.version()).isEqualTo("2.36-9+deb12u14");
        assertThat(library.url()).isEqualTo("pkg:deb/debian/libc6@2.36-9%2Bdeb12u14");
    }

    @Test
    void anotherGlibcIsNamedByItsVersion() {
        assertThat(SystemComponents.cLibrary("ldd (GNU libc) 2.34\n").url()).isEqualTo("pkg:generic/glibc@2.34");
    }

    @Test
    void anotherCLibraryIsAnError() {
        assertThatThrownBy(() -> SystemComponents.cLibrary("musl libc (x86_64)\nVersion 1.2.4"))
                .hasMessageContaining("expected glibc");
    }

    @Test
    void theRuntimeIsNamedByItsBuild() {
        var runtime = SystemComponents.runtime("25.0.3+9-LTS", "Eclipse Adoptium");

        assertThat(runtime.url()).isEqualTo("pkg:generic/openjdk@25.0.3%2B9-LTS");
        assertThat(runtime.description()).contains("Eclipse Adoptium");
    }
}
