package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/// Chart.yaml has what Helm and Artifact Hub read, and its version is that of the build.
///
/// Rule from: artifacthub.io/docs/topics/annotations/helm.
class ChartMetadataTest {
    private static final Map<String, Object> CHART = new Yaml().load(Project.read(Chart.FOLDER.resolve("Chart.yaml")));

    /// The first number in pom.xml is the version of the project.
    private static final Pattern VERSION = Pattern.compile("<(?:version|revision)>([0-9][^<]+)<");

    @Test
    void theVersionIsThatOfTheBuild() {
        Matcher pom = VERSION.matcher(Project.read(Project.path("pom.xml")));
        assertThat(pom.find()).isTrue();
        String version = pom.group(1);

        assertThat(CHART).containsEntry("appVersion", version);
        assertThat(CHART.get("version")).isEqualTo(version.replace("-SNAPSHOT", ""));
        assertThat(annotation("prerelease")).isEqualTo(String.valueOf(version.contains("-")));
    }

    @Test
    void artifactHubShowsTheImageThatTheChartInstalls() {
        List<Map<String, Object>> images = list("images");
        String installed = Chart.render("")
                .workload()
                .json()
                .at("/spec/template/spec/containers/0/image")
                .asText();

        assertThat(images).singleElement().satisfies(image -> assertThat(image)
                .containsEntry("image", installed)
                .containsKeys("name", "platforms"));
    }

    @Test
    void artifactHubShowsLicenceAndLinks() {
        List<Map<String, Object>> links = list("links");

        assertThat(annotation("license")).isEqualTo("Apache-2.0");
        assertThat(Project.read(Project.path("LICENSE"))).contains("Apache License", "Version 2.0");
        assertThat(links).isNotEmpty().allSatisfy(link -> {
            String page = Objects.requireNonNull(link.get("url")).toString();
            assertThat(page).startsWith(CHART.get("home") + "/docs/");
            assertThat(Project.path(page.substring((CHART.get("home") + "/").length()) + ".md"))
                    .exists();
        });
    }

    @Test
    void theRepositoryFileHasTheKeysOfArtifactHub() {
        Map<String, Object> repository =
                new Yaml().load(Project.read(Project.path("deploy/helm/artifacthub-repo.yml")));

        assertThat(repository).containsOnlyKeys("repositoryID", "owners");
    }

    private static String annotation(String name) {
        Map<?, ?> annotations = (Map<?, ?>) Objects.requireNonNull(CHART.get("annotations"));
        return String.valueOf(annotations.get("artifacthub.io/" + name));
    }

    private static List<Map<String, Object>> list(String name) {
        return new Yaml().load(annotation(name));
    }
}
