package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The driver reads environment variables as UTF-8 in every locale.
@Tag("csi")
class LocaleScenario {
    private static final String PASSWORD = "pässwörd-Ω";

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    void aPasswordBeyondAsciiInAVariableIsUsed(String locale, @TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("locale", VcenterOptions.defaults().account("csi@vsphere.local", PASSWORD));
            String config = bed.config().replaceAll("password = .*\n", "");

            DriverBed.Driver driver = bed.start(config, Map.of("LC_ALL", locale, "VSPHERE_PASSWORD", PASSWORD))
                    .awaitReady();

            assertThat(new PersistentCaller(() -> List.of(bed.socket()))
                            .create("pvc-" + UUID.randomUUID(), 1024)
                            .join())
                    .isNotEmpty();
            assertThat(driver.program().terminate()).isZero();
        }
    }
}
