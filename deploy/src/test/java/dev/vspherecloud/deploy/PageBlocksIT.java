package dev.vspherecloud.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.conformance.DocBlock;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A real API server accepts the objects of the pages, and its objects have the fields that the commands print.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageBlocksIT {
    private static final Pattern OVERRIDES = Pattern.compile("(?s)--overrides='(.*)'");

    /// The resource that a command prints, and its field.
    private static final Pattern PRINTED = Pattern.compile(
            "get (nodes?|lease|configmap)\\b[^`\\n]* -o (?:jsonpath='\\{([^}]+)}|custom-columns=('[^']+'|[^\\s`]+))");

    private KubeApiServer server;

    @BeforeAll
    void start() {
        server = KubeApiServer.shared();
        server.objects().createNamespace("monitoring");
        Manifest.ofGoRelease().forEach(server.objects()::apply);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void theApiServerAcceptsThem() {
        assertThat(DocBlock.of(PageBlocksIT.class, "theApiServerAcceptsThem"))
                .flatMap(block -> Manifest.parse(block.text()))
                .hasSizeGreaterThan(2)
                .allSatisfy(this::isAccepted);
    }

    /// With the account, the ConfigMap and the arguments of cloud-provider-vsphere (Go).
    @Test
    void theApiServerAcceptsThePodOfThePlan() throws JsonProcessingException {
        String command = DocBlock.only(PageBlocksIT.class, "theApiServerAcceptsThePodOfThePlan")
                .text();
        var overrides = OVERRIDES.matcher(command);
        assertThat(overrides.find()).isTrue();
        ObjectNode pod = (ObjectNode) new ObjectMapper().readTree(overrides.group(1));
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", "ccm-plan").put("namespace", "kube-system");

        isAccepted(new Manifest(pod));
    }

    @Test
    void everyFieldThatACommandPrintsIsThere() {
        assertThat(DocBlock.pages().stream()
                        .map(Project::read)
                        .flatMap(page -> PRINTED.matcher(page).results())
                        .flatMap(found ->
                                fields(found.group(2), found.group(3)).map(field -> found.group(1) + " " + field))
                        .distinct())
                .hasSizeGreaterThan(4)
                .allSatisfy(field -> assertThat(isThere(field.split(" ")[0], field.split(" ")[1]))
                        .as(field)
                        .isTrue());
    }

    @Test
    void anUnknownFieldIsFound() {
        assertThat(isThere("node", ".status.nodeInfo.systemUUID")).isTrue();
        assertThat(isThere("node", ".status.nodeInfo.systemUuid")).isFalse();
        assertThat(isThere("lease", ".spec.holder")).isFalse();
    }

    /// @param columns as `NAME:.field,NAME:.field`
    private static Stream<String> fields(String jsonPath, String columns) {
        return jsonPath != null
                ? Stream.of(jsonPath)
                : Stream.of(columns.replace("'", "").split(",")).map(column -> column.split(":")[1]);
    }

    private boolean isThere(String resource, String field) {
        String api = resource.equals("lease") ? "apis/coordination.k8s.io/v1" : "api/v1";
        JsonNode schemas = server.objects().get("/openapi/v3/" + api).at("/components/schemas");
        JsonNode at = schemas.path(schema(resource));
        for (String name : field.substring(1).split("(?<!\\\\)\\.")) {
            JsonNode next = at.path("properties").path(name);
            at = resolved(next.isMissingNode() ? at.path("additionalProperties") : next, schemas);
        }
        return !at.isMissingNode();
    }

    private static String schema(String resource) {
        return switch (resource) {
            case "lease" -> "io.k8s.api.coordination.v1.Lease";
            case "configmap" -> "io.k8s.api.core.v1.ConfigMap";
            default -> "io.k8s.api.core.v1.Node";
        };
    }

    private static JsonNode resolved(JsonNode schema, JsonNode schemas) {
        String reference = schema.at("/allOf/0/$ref").asText(schema.path("$ref").asText());
        return reference.isEmpty() ? schema : schemas.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    private void isAccepted(Manifest manifest) {
        assertThatCode(() -> server.objects().dryRun(manifest))
                .as(manifest.toString())
                .doesNotThrowAnyException();
    }
}
