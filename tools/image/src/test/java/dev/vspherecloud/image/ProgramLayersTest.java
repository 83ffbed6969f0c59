package dev.vspherecloud.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.image.ProgramLayers.Part;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramLayersTest {
    @ParameterizedTest
    @CsvSource({
        "lib/runtime/lib/modules, RUNTIME",
        "lib/runtime/lib/jrt-fs.jar, RUNTIME",
        "lib/libapplauncher.so, RUNTIME",
        "lib/app/jackson-core-2.21.4.jar, LIBRARIES",
        "lib/app/vsphere-cloud-ccm.jar, PROGRAM",
        "lib/app/vsphere-cloud-controller-manager.cfg, PROGRAM",
        "bin/vsphere-cloud-controller-manager, PROGRAM",
        "lib/app/app.aot, CACHE",
    })
    void eachFileIsInTheLayerOfItsPart(String path, Part part) {
        assertThat(ProgramLayers.part(Path.of(path))).contains(part);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lib/app/.jpackage.xml", "lib/vsphere-cloud-controller-manager.png"})
    void filesForDesktopsAreLeftOut(String path) {
        assertThat(ProgramLayers.part(Path.of(path))).isEmpty();
    }

    @Test
    void everyPartHasItsOwnName() {
        assertThat(Part.values()).extracting(Part::layer).doesNotHaveDuplicates();
    }
}
