package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that no values grant more rights than needed. LeastPrivilegeScenario of module `ccm` shows on a running
/// cluster that the provider needs each of its rights and no other.
class RightsTest {
    /// Resources that need a ClusterRole.
    private static final List<String> CLUSTER_RESOURCES =
            List.of("nodes", "nodes/status", "services", "tokenreviews", "subjectaccessreviews");

    static List<ValueSet> values() {
        return ValueSet.all();
    }

    @ParameterizedTest
    @MethodSource("values")
    void nothingIsGrantedByWildcard(ValueSet values) {
        assertThat(rules(Chart.render(values), "ClusterRole", "Role"))
                .noneMatch(rule -> rule.toString().contains("*"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void secretsAreReadByNameAndNeverListed(ValueSet values) {
        assertThat(rules(Chart.render(values), "ClusterRole", "Role")
                        .filter(rule -> names(rule, "resources").contains("secrets")))
                .allSatisfy(rule -> {
                    assertThat(names(rule, "resourceNames")).isNotEmpty();
                    assertThat(names(rule, "verbs")).containsExactly("get", "watch");
                });
    }

    @ParameterizedTest
    @MethodSource("values")
    void namespacedResourcesAreGrantedByRoles(ValueSet values) {
        Rendering rendering = Chart.render(values);
        Stream<JsonNode> cluster = rendering.all("ClusterRole").stream()
                .filter(role -> !role.name().endsWith(":metrics-reader"))
                .flatMap(RightsTest::rules);

        assertThat(cluster.flatMap(rule -> names(rule, "resources").stream())).isSubsetOf(CLUSTER_RESOURCES);
    }

    @Test
    void eachSecretInTheConfigurationIsReadableInItsNamespace() {
        assertThat(readable("vcenters-own-secrets"))
                .containsExactlyInAnyOrder(
                        "kube-system/vcenter-paris", "kube-system/vsphere-cloud-secret", "vault/vcenter-rome");
        assertThat(readable("environment"))
                .containsExactlyInAnyOrder(
                        "kube-system/vcenter-rome", "kube-system/vsphere-cloud-secret", "vault/vcenter-paris");
        assertThat(readable("official-own-secret")).containsExactly("kube-system/from-the-vault");
    }

    @Test
    void withoutDelegatedAuthenticationNoReviewRightsAreGranted() {
        Rendering rendering = Chart.render("rbac: {delegatedAuthentication: false}");

        assertThat(rules(rendering, "ClusterRole", "Role").flatMap(rule -> names(rule, "resources").stream()))
                .doesNotContain("tokenreviews", "subjectaccessreviews");
        assertThat(rendering.all("RoleBinding"))
                .noneMatch(binding -> binding.name().endsWith("apiserver-authentication-reader"));
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyBindingRefersToAnExistingRole(ValueSet values) {
        Rendering rendering = Chart.render(values);
        List<String> roles = Stream.of("ClusterRole", "Role")
                .flatMap(kind -> rendering.all(kind).stream())
                .map(role -> role.kind() + " " + role.namespace() + "/" + role.name())
                .toList();

        assertThat(Stream.of("ClusterRoleBinding", "RoleBinding").flatMap(kind -> rendering.all(kind).stream()))
                .filteredOn(binding -> !role(binding).endsWith("/extension-apiserver-authentication-reader"))
                .allMatch(binding -> roles.contains(role(binding)));
    }

    private static String role(Manifest binding) {
        JsonNode role = binding.json().path("roleRef");
        return role.path("kind").asText() + " " + binding.namespace() + "/"
                + role.path("name").asText();
    }

    private static Stream<String> readable(String values) {
        return Chart.render(ValueSet.of(values)).all("Role").stream()
                .filter(role -> role.name().endsWith(":credentials"))
                .flatMap(role -> rules(role)
                        .flatMap(rule -> names(rule, "resourceNames").stream())
                        .map(name -> role.namespace() + "/" + name));
    }

    private static Stream<JsonNode> rules(Rendering rendering, String... kinds) {
        return Stream.of(kinds).flatMap(kind -> rendering.all(kind).stream()).flatMap(RightsTest::rules);
    }

    private static Stream<JsonNode> rules(Manifest role) {
        return StreamSupport.stream(role.json().path("rules").spliterator(), false);
    }

    private static List<String> names(JsonNode rule, String key) {
        return StreamSupport.stream(rule.path(key).spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
