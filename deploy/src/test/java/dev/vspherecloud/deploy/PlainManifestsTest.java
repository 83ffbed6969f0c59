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
    void theFileIsWhatTheChartComesTo(Map.Entry<String, String> file) {
        assertThat(Project.renewed(PlainManifests.FOLDER.resolve(file.getKey()), file.getValue()))
                .as("renew it with `make manifests`, and look at the difference")
                .hasContent(file.getValue());
    }

    /// Kubernetes does not allow a change of the selector of a DaemonSet or of the role of a binding.
    @Test
    void itTakesThePlaceOfWhatTheGoProgramIsDeployedWith() {
        for (Manifest theirs : Manifest.ofGoRelease()) {
            if (List.of("DaemonSet", "ClusterRole", "ClusterRoleBinding", "ServiceAccount")
                    .contains(theirs.kind())) {
                Manifest ours = find(theirs);
                assertThat(ours.json().at("/spec/selector"))
                        .isEqualTo(theirs.json().at("/spec/selector"));
                assertThat(ours.json().path("roleRef")).isEqualTo(theirs.json().path("roleRef"));
                assertThat(ours.json().at("/spec/template/spec/affinity"))
                        .isEqualTo(theirs.json().at("/spec/template/spec/affinity"));
                assertThat(volumes(ours)).isEqualTo(volumes(theirs));
            }
        }
    }

    @Test
    void whoeverAppliesTheProgramKeepsHisConfiguration() {
        assertThat(PlainManifests.workload()).extracting(Manifest::kind).doesNotContain("ConfigMap", "Secret");
    }

    @Test
    void nothingSaysThatHelmLooksAfterIt() {
        assertThat(RENDERED.values()).noneMatch(text -> text.contains("elm.sh") || text.contains(": Helm"));
    }

    private static Manifest find(Manifest theirs) {
        return PlainManifests.workload().stream()
                .filter(ours -> ours.toString().equals(theirs.toString()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(theirs.toString()));
    }

    private static JsonNode volumes(Manifest workload) {
        return workload.json().at("/spec/template/spec/volumes");
    }
}
