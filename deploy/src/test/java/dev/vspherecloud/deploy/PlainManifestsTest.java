package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlainManifestsTest {
    private static final Map<String, String> RENDERED = PlainManifests.all();

    static Set<Map.Entry<String, String>> files() {
        return RENDERED.entrySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void eachFileIsARenderingOfTheChart(Map.Entry<String, String> file) {
        assertThat(Project.renewed(PlainManifests.FOLDER.resolve(file.getKey()), file.getValue()))
                .as("renew it with `make manifests`, and look at the difference")
                .hasContent(file.getValue());
    }

    /// Kubernetes does not allow a change of the selector of a DaemonSet or of the role of a binding.
    @Test
    void theObjectsReplaceThoseOfTheUpstreamManifest() {
        for (Manifest upstream : Manifest.ofGoRelease()) {
            if (List.of("DaemonSet", "ClusterRole", "ClusterRoleBinding", "ServiceAccount")
                    .contains(upstream.kind())) {
                Manifest own = find(upstream);
                assertThat(own.json().at("/spec/selector"))
                        .isEqualTo(upstream.json().at("/spec/selector"));
                assertThat(own.json().path("roleRef")).isEqualTo(upstream.json().path("roleRef"));
                assertThat(own.json().at("/spec/template/spec/affinity"))
                        .isEqualTo(upstream.json().at("/spec/template/spec/affinity"));
                assertThat(volumes(own)).isEqualTo(volumes(upstream));
            }
        }
    }

    @Test
    void theWorkloadContainsNoConfiguration() {
        assertThat(PlainManifests.workload()).extracting(Manifest::kind).doesNotContain("ConfigMap", "Secret");
    }

    @Test
    void noManifestMentionsHelm() {
        assertThat(RENDERED.values()).noneMatch(text -> text.contains("elm.sh") || text.contains(": Helm"));
    }

    private static Manifest find(Manifest upstream) {
        return PlainManifests.workload().stream()
                .filter(own -> own.toString().equals(upstream.toString()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(upstream.toString()));
    }

    private static JsonNode volumes(Manifest workload) {
        return workload.json().at("/spec/template/spec/volumes");
    }
}
