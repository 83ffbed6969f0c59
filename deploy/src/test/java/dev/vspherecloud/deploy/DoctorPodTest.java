package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `helm test` runs doctor as the provider runs, and its additional rights end with the test.
class DoctorPodTest {
    private static final List<String> SAME_IN_THE_POD = List.of(
            "serviceAccountName",
            "automountServiceAccountToken",
            "imagePullSecrets",
            "hostNetwork",
            "dnsPolicy",
            "hostAliases",
            "securityContext",
            "nodeSelector",
            "affinity",
            "tolerations",
            "volumes");

    private static final List<String> SAME_IN_THE_CONTAINER =
            List.of("image", "imagePullPolicy", "env", "envFrom", "resources", "securityContext", "volumeMounts");

    static List<ValueSet> values() {
        return ValueSet.all();
    }

    @ParameterizedTest
    @MethodSource("values")
    void itRunsDoctorWithTheSettingsAndArgumentsOfTheProvider(ValueSet values) {
        JsonNode provider = Chart.render(values).workload().json().at("/spec/template/spec");
        JsonNode doctor = pod(Chart.hooks(values.file())).path("spec");

        assertThat(SAME_IN_THE_POD)
                .allSatisfy(field -> assertThat(doctor.path(field)).as(field).isEqualTo(provider.path(field)));
        assertThat(SAME_IN_THE_CONTAINER)
                .allSatisfy(field -> assertThat(doctor.at("/containers/0").path(field))
                        .as(field)
                        .isEqualTo(provider.at("/containers/0").path(field)));
        List<String> arguments = texts(doctor.at("/containers/0/args"));
        assertThat(arguments.getFirst()).isEqualTo("doctor");
        assertThat(arguments.subList(1, arguments.size())).isEqualTo(texts(provider.at("/containers/0/args")));
    }

    /// A container that ends must not start again, and the DaemonSet must not adopt the Pod.
    @ParameterizedTest
    @MethodSource("values")
    void itRunsOnceAndIsNoPodOfTheProvider(ValueSet values) {
        Manifest workload = Chart.render(values).workload();
        JsonNode pod = pod(Chart.hooks(values.file()));

        assertThat(pod.at("/spec/restartPolicy").asText()).isEqualTo("Never");
        assertThat(pod.at("/spec/activeDeadlineSeconds").asInt()).isPositive();
        assertThat(pod.at("/spec/containers/0/ports").isMissingNode()).isTrue();
        assertThat(pod.at("/metadata/labels").has("component")).isFalse();
        assertThat(workload.json().at("/spec/selector/matchLabels").properties())
                .isNotEmpty()
                .allSatisfy(label -> assertThat(pod.at("/metadata/labels").path(label.getKey()))
                        .isNotEqualTo(label.getValue()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{app.kubernetes.io/instance: vsphere-cpi}",
                "{app.kubernetes.io/name: vsphere-cpi, component: cloud-controller-manager}"
            })
    void itIsNoPodOfTheProviderWithAnOwnSelector(String selector) {
        JsonNode pod = pod(Chart.hooks("daemonset: {selectorLabels: %s}".formatted(selector)));

        assertThat(pod.at("/metadata/labels").properties())
                .extracting(Map.Entry::getKey)
                .doesNotContain(selector.substring(1, selector.indexOf(':')));
    }

    /// Helm deletes an object with hook-succeeded after the test, also if a later hook, the Pod, fails.
    @Test
    void theRightsExistOnlyDuringTheTest() {
        Rendering hooks = Chart.hooks("");

        assertThat(hooks.all("ClusterRole")).hasSize(1);
        assertThat(hooks.all("Role")).hasSize(1);
        assertThat(hooks.all("RoleBinding")).hasSize(1);
        assertThat(hooks.all("ClusterRoleBinding")).singleElement().satisfies(binding -> assertThat(
                        binding.json().at("/roleRef/name").asText())
                .isEqualTo(hooks.find("ClusterRole").orElseThrow().name()));
        assertThat(hooks.objects()).hasSize(5).allSatisfy(hook -> {
            JsonNode annotations = hook.json().at("/metadata/annotations");
            assertThat(annotations.path(Chart.RENAMED_HOOK).asText()).isEqualTo("test");
            assertThat(annotations.path("helm.sh/hook-delete-policy").asText())
                    .isEqualTo(
                            hook.kind().equals("Pod") ? "before-hook-creation" : "before-hook-creation,hook-succeeded");
        });
    }

    @Test
    void theyOnlyListWhatShowsOtherProviders() {
        Rendering hooks = Chart.hooks("");

        assertThat(rules(hooks, "ClusterRole")).containsExactly("[\"daemonsets\",\"deployments\"] [\"list\"]");
        assertThat(rules(hooks, "Role")).containsExactly("[\"pods\"] [\"list\"]");
        assertThat(hooks.find("Role").orElseThrow().namespace()).isEqualTo("kube-system");
    }

    @Test
    void thePageAboutPrivilegesNamesThem() {
        assertThat(Project.read(Project.path("docs/reference/privileges.md")))
                .contains("`list` `daemonsets`, `deployments`", "`list` `pods`", "`doctor.rbac`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"doctor: {rbac: false}", "rbac: {create: false}"})
    void withoutTheRightsOnlyThePodRemains(String values) {
        assertThat(Chart.hooks(values).objects()).extracting(Manifest::kind).containsExactly("Pod");
    }

    @Test
    void theTestCanBeLeftOut() {
        assertThat(Chart.hooks("doctor: {enabled: false}").documents()).isEmpty();
    }

    @Test
    void thePlainManifestsHaveNoTest() {
        assertThat(PlainManifests.all().values()).noneMatch(text -> text.contains("doctor"));
    }

    private static List<String> rules(Rendering hooks, String kind) {
        JsonNode rules = hooks.find(kind).orElseThrow().json().path("rules");
        return StreamSupport.stream(rules.spliterator(), false)
                .map(rule -> rule.path("resources") + " " + rule.path("verbs"))
                .toList();
    }

    private static JsonNode pod(Rendering hooks) {
        return hooks.find("Pod").orElseThrow().json();
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
