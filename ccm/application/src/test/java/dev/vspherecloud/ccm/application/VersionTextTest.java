package dev.vspherecloud.ccm.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.application.flag.OutputFormat;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonReader;
import dev.vspherecloud.observability.Version;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VersionTextTest {
    @Test
    void textHasOneLineForEachMember() {
        assertThat(VersionText.of(OutputFormat.TEXT).lines())
                .hasSize(4)
                .contains("version   " + Version.text(), "commit    " + Version.commit())
                .anyMatch(line -> line.matches("java      .*25.*"))
                .anyMatch(line -> line.matches("platform  \\S+ \\S+"));
    }

    @Test
    void jsonHasTheSameMembers() {
        Json json =
                new JsonReader(5, 1000).read(VersionText.of(OutputFormat.JSON).getBytes(StandardCharsets.UTF_8));

        assertThat(json.members().keySet()).containsExactly("version", "commit", "java", "platform");
        assertThat(json.find("version").asText()).isEqualTo(Version.text()).doesNotContain("$");
        assertThat(json.find("commit").asText()).matches("unknown|[0-9a-f]{40}");
    }
}
