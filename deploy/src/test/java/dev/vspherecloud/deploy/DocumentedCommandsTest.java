package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.MarkdownPage;
import dev.vspherecloud.conformance.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The commands in the documentation match the chart and the manifests.
class DocumentedCommandsTest {
    private static final DocumentedCommands COMMANDS = DocumentedCommands.ofThisProject();

    static List<MarkdownPage> pages() {
        return MarkdownPage.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyNameInACommandIsThere(MarkdownPage page) {
        assertThat(COMMANDS.flaws(page)).isEmpty();
    }

    /// Guards the test above: it proves nothing if the pages contain no commands that it checks.
    @Test
    void thePagesNameLabelsContainersTagsAndPods() {
        String all = String.join(
                "\n", pages().stream().flatMap(page -> page.code().stream()).toList());

        assertThat(all)
                .contains(
                        "-l component=cloud-controller-manager",
                        "set image daemonset/",
                        "exec \"$POD\" -- ",
                        "__meta_kubernetes_pod_label_component",
                        "vsphere-cloud-controller-manager:");
    }

    /// Mistakes that the pages once had, or that an author may make.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kubectl logs -l app=vsphere-cloud-controller-manager --tail=-1          | label app=vsphere-cloud-controller-manager is not on all Pods
            kubectl logs -l component=cloud-controller-manager                      | a selector shows only ten lines, add --tail: kubectl logs -l component=cloud-controller-manager
            kubectl rollout status deploy/cloud-controller-manager                  | there is no deploy/cloud-controller-manager
            kubectl exec -it deploy/vsphere-cloud-controller-manager -- /bin/vsphere-cloud-controller-manager | exec deploy/vsphere-cloud-controller-manager fails if the workload has another name: select the Pod by its label
            kubectl exec "$POD" -- vsphere-cloud-controller-manager explain         | the image has no program vsphere-cloud-controller-manager
            kubectl describe pod/vsphere-cpi-0                                      | there is no pod/vsphere-cpi-0
            kubectl logs "$POD" -c manager                                          | there is no container manager
            kubectl set image daemonset/vsphere-cpi manager=IMAGE                   | vsphere-cpi has no container manager
            kubectl get lease vsphere-cpi                                           | there is no lease vsphere-cpi
            kubectl get configmap vsphere-config                                    | there is no configmap vsphere-config
            kubectl get pods --as=system:serviceaccount:kube-system:vsphere         | there is no account system:serviceaccount:kube-system:vsphere
            curl -k https://NODE:10259/metrics                                      | nothing listens on port 10259
            """)
    void unknownNamesAreFound(String code, String flaw) {
        assertThat(flaws("`" + code + "`")).containsExactly(flaw);
    }

    @Test
    void aTagThatDiffersFromTheChartIsFound() {
        assertThat(flaws("```\nctr import registry/vsphere-cloud-controller-manager:9.9.9\n```"))
                .singleElement()
                .asString()
                .startsWith("found image vsphere-cloud-controller-manager:9.9.9, expected");
    }

    @Test
    void aScrapeConfigWithoutPodsIsFound() {
        assertThat(flaws("""
                        ```yaml
                          - source_labels: [__meta_kubernetes_pod_name]
                            regex: vsphere-cloud-controller-manager-.*
                        ```
                        """)).hasSize(1);
    }

    /// `make image` tags the image with the version of the build; the chart and the manifests must use that tag.
    @Test
    void chartAndManifestsHaveTheTagOfTheImage() throws IOException {
        String pom = Project.read(Project.path("pom.xml"));
        String version = pom.substring(pom.indexOf("<revision>") + "<revision>".length(), pom.indexOf("</revision>"));
        String image = "image: \"vsphere-cloud-controller-manager:%s\"".formatted(version);

        assertThat(Chart.render("").text()).contains(image);
        try (Stream<Path> manifests = Files.list(PlainManifests.FOLDER)) {
            assertThat(manifests
                            .filter(file ->
                                    file.getFileName().toString().startsWith("vsphere-cloud-controller-manager"))
                            .map(DocumentedCommandsTest::text))
                    .hasSize(2)
                    .allSatisfy(text -> assertThat(text).contains(image));
        }
    }

    private static List<String> flaws(String markdown) {
        return COMMANDS.flaws(MarkdownPage.parse("page.md", markdown));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
