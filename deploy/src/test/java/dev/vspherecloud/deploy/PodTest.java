package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the Pod template, for DaemonSets and Deployments.
class PodTest {
    static Stream<ValueSet> hardened() {
        return ValueSet.all().stream()
                .filter(values -> !List.of("pod-network", "nulls").contains(values.name()));
    }

    @ParameterizedTest
    @MethodSource("hardened")
    void theContainerIsRestricted(ValueSet values) {
        JsonNode pod = pod(Chart.render(values));
        JsonNode security = container(pod).path("securityContext");

        assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
        assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(security.at("/capabilities/drop")).singleElement().matches(all -> all.asText()
                .equals("ALL"));
        assertThat(security.at("/capabilities/add").isMissingNode()).isTrue();
        assertThat(security.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(pod.path("hostPID").asBoolean() || pod.path("hostIPC").asBoolean())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DaemonSet", "Deployment"})
    void itUsesTheHostNetworkAndAnUnprivilegedUser(String kind) {
        JsonNode pod = pod(Chart.render("kind: " + kind));

        assertThat(pod.path("hostNetwork").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(1001);
        assertThat(pod.path("priorityClassName").asText()).isEqualTo("system-node-critical");
    }

    /// A toleration without an effect matches NoSchedule and NoExecute.
    @ParameterizedTest
    @ValueSource(strings = {"DaemonSet", "Deployment"})
    void itToleratesTheTaintsOfNewNodesAndControlPlanes(String kind) {
        JsonNode tolerations = pod(Chart.render("kind: " + kind)).path("tolerations");

        assertThat(tolerations)
                .extracting(toleration -> toleration.path("key").asText())
                .contains(
                        "node.cloudprovider.kubernetes.io/uninitialized",
                        "node.kubernetes.io/not-ready",
                        "node-role.kubernetes.io/control-plane",
                        "node-role.kubernetes.io/master",
                        "node-role.kubernetes.io/etcd");
        assertThat(tolerations)
                .allMatch(toleration -> toleration.path("operator").asText().equals("Exists")
                        && toleration.path("effect").isMissingNode());
    }

    @Test
    void theProbesUseTheServingPort() {
        JsonNode container = container(pod(Chart.render("")));

        assertThat(container.at("/ports/0/containerPort").asInt()).isEqualTo(10258);
        assertThat(probe(container, "startupProbe")).isEqualTo("HTTPS https /livez");
        assertThat(probe(container, "livenessProbe")).isEqualTo("HTTPS https /livez");
        assertThat(probe(container, "readinessProbe")).isEqualTo("HTTPS https /readyz");
    }

    @Test
    void withoutAPortThereAreNoProbes() {
        JsonNode container = container(pod(Chart.render(ValueSet.of("no-port"))));

        assertThat(container.path("ports").isMissingNode()).isTrue();
        assertThat(container.path("livenessProbe").isMissingNode()).isTrue();
    }

    @Test
    void theProbesUseTheBindAddress() {
        JsonNode container = container(pod(Chart.render(ValueSet.of("loopback"))));

        assertThat(container.at("/livenessProbe/httpGet/host").asText()).isEqualTo("127.0.0.1");
    }

    @Test
    void aDigestOverridesTheTag() {
        assertThat(image("{image: example.org/a, tag: v1}")).isEqualTo("example.org/a:v1");
        assertThat(image("{image: example.org/a, tag: v1, digest: sha256:%s}".formatted("0".repeat(64))))
                .isEqualTo("example.org/a@sha256:" + "0".repeat(64));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            vsphere-cloud-controller-manager, registry.example.org, registry.example.org/vsphere-cloud-controller-manager
            a.example.org/team/provider,      b.example.org:5000,   b.example.org:5000/team/provider
            a.example.org:5000/provider,      b.example.org/mirror, b.example.org/mirror/provider
            localhost/provider,               b.example.org,        b.example.org/provider
            team/provider,                    b.example.org,        b.example.org/team/provider
            team/provider,                    '',                   team/provider
            """)
    void theRegistryOfAllChartsReplacesTheOneOfTheImage(String image, String registry, String result) {
        String values = "{global: {imageRegistry: '%s'}, daemonset: {image: '%s', tag: v1}}".formatted(registry, image);

        assertThat(container(pod(Chart.render(values))).path("image").asText()).isEqualTo(result + ":v1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DaemonSet  | {}                                                             | {"type":"RollingUpdate"}
            DaemonSet  | {type: OnDelete}                                               | {"type":"OnDelete"}
            DaemonSet  | {type: RollingUpdate, rollingUpdate: {maxUnavailable: 2}}      | {"rollingUpdate":{"maxUnavailable":2},"type":"RollingUpdate"}
            Deployment | {}                                                             | {"type":"RollingUpdate","rollingUpdate":{"maxSurge":0,"maxUnavailable":1}}
            Deployment | {type: Recreate}                                               | {"type":"Recreate"}
            """)
    void theUpdateStrategyIsThatOfTheValues(String kind, String values, String strategy) {
        JsonNode spec = Chart.render("{kind: %s, daemonset: {updateStrategy: %s}}".formatted(kind, values))
                .workload()
                .json()
                .path("spec");

        assertThat(spec.path(kind.equals("DaemonSet") ? "updateStrategy" : "strategy"))
                .hasToString(strategy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{app: mine}", "{component: mine, app: mine}"})
    void podLabelsDoNotOverrideTheSelector(String labels) {
        JsonNode spec = Chart.render("daemonset: {podLabels: %s}".formatted(labels))
                .workload()
                .json()
                .path("spec");

        assertThat(spec.at("/template/metadata/labels").properties())
                .containsAll(spec.at("/selector/matchLabels").properties());
    }

    private static String image(String daemonset) {
        return container(pod(Chart.render("daemonset: " + daemonset)))
                .path("image")
                .asText();
    }

    private static String probe(JsonNode container, String probe) {
        JsonNode get = container.at("/" + probe + "/httpGet");
        return "%s %s %s"
                .formatted(
                        get.path("scheme").asText(),
                        get.path("port").asText(),
                        get.path("path").asText());
    }

    private static JsonNode pod(Rendering rendering) {
        return rendering.workload().json().at("/spec/template/spec");
    }

    private static JsonNode container(JsonNode pod) {
        return pod.path("containers").path(0);
    }
}
