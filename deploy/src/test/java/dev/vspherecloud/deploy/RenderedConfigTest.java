package dev.vspherecloud.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.ccm.config.ConfigReader;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialSet;
import dev.vspherecloud.config.credentials.SecretCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The configuration reader of the provider accepts the configuration that the chart renders.
class RenderedConfigTest {
    private static final String MOUNTED = "/etc/cloud";
    private static final String CA_FOLDER = "/etc/ssl/vcenter";

    @TempDir
    private Path folder;

    static List<ValueSet> configured() {
        return ValueSet.all().stream()
                .filter(values -> Chart.render(values).all("ConfigMap").stream()
                        .anyMatch(map -> map.json().at("/data/vsphere.conf").isTextual()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("configured")
    void theProgramReadsItWithoutAProblem(ValueSet values) throws IOException {
        assertThat(read(Chart.render(values)).strict()).isInstanceOf(ConfigResult.Accepted.class);
    }

    @ParameterizedTest
    @MethodSource("configured")
    void theSecretOfTheChartHasTheAccountOfEveryVcenter(ValueSet values) throws IOException {
        Rendering rendering = Chart.render(values);
        for (Map<String, byte[]> data : rendering.all("Secret").stream()
                .map(secret -> decoded(secret.json().path("data")))
                .toList()) {
            CredentialSet credentials = CredentialSet.of("the Secret", data);
            assertThat(credentials.warnings()).isEmpty();
            assertThat(vcenters(rendering)).extracting(VcenterConfig::server).allSatisfy(server -> assertThat(
                            credentials.find(server))
                    .isInstanceOf(SecretCredentials.Found.class));
        }
    }

    @Test
    void noPasswordLosesACharacter() {
        JsonNode data = Chart.render(ValueSet.of("odd-passwords"))
                .find("Secret")
                .orElseThrow()
                .json()
                .path("data");

        assertThat(decoded(data))
                .containsEntry("vcenter.example.org.username", "DOMAIN\\reader".getBytes(UTF_8))
                .containsEntry("vcenter.example.org.password", "a\"b'c\\d $HOME #e: {f}, [g] %hä€ !".getBytes(UTF_8));
    }

    private List<VcenterConfig> vcenters(Rendering rendering) throws IOException {
        return ((ConfigResult.Accepted) read(rendering)).config().vcenters();
    }

    /// Reads the configuration with the mount paths of the Pod replaced by a temporary folder.
    private ConfigResult read(Rendering rendering) throws IOException {
        JsonNode data = rendering.find("ConfigMap").orElseThrow().json().path("data");
        Files.writeString(folder.resolve("ca.crt"), data.path("ca.crt").asText(caBundle()));
        String conf = data.path("vsphere.conf").asText();
        String here = conf.replace(MOUNTED, folder.toString()).replace(CA_FOLDER, folder.toString());
        return ConfigReader.read(Files.writeString(folder.resolve("vsphere.conf"), here), Map.of());
    }

    private static String caBundle() {
        JsonNode bundle = Chart.render(ValueSet.of("ca-bundle"))
                .find("ConfigMap")
                .orElseThrow()
                .json();
        return bundle.at("/data/ca.crt").asText();
    }

    private static Map<String, byte[]> decoded(JsonNode data) {
        var values = new HashMap<String, byte[]>();
        data.properties()
                .forEach(entry -> values.put(
                        entry.getKey(),
                        Base64.getDecoder().decode(entry.getValue().asText())));
        return values;
    }
}
