package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Request;
import dev.vspherecloud.testkit.wire.ScriptedServer.Script;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaggingSessionTest {
    private static final String TAG = "urn:vmomi:InventoryServiceTag:1438:GLOBAL";
    private static final MoRef CLUSTER = new MoRef("ClusterComputeResource", "domain-c28");
    private static final MoRef HOST = new MoRef("HostSystem", "host-21");

    @Test
    void usesTheNewDialectIfTheServerHasIt() {
        Script script = request -> switch (request.line().split(" ", 3)[1]) {
            case "/api/session" -> ScriptedServer.json(201, "\"id-1\"");
            case "/api/cis/tagging/tag/" + TAG ->
                ScriptedServer.json(200, "{\"id\":\"%s\",\"name\":\"zone-a\",\"category_id\":\"c\"}".formatted(TAG));
            case "/api/cis/tagging/tag-association?action=list-attached-tags-on-objects" ->
                ScriptedServer.json(200, attached(""));
            default -> ScriptedServer.json(404, "");
        };
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(session.tag(TAG)).isEqualTo(new RestTag(TAG, "zone-a", "c"));
            assertThat(session.attachedTags(List.of(CLUSTER, HOST)))
                    .isEqualTo(Map.of(CLUSTER, List.of(TAG), HOST, List.of()));

            assertThat(server.requests().getFirst().header("authorization"))
                    .isEqualTo("Basic dXNlcjpzM2NyZXQtd29yZA==");
            assertThat(server.requests().getLast().header("vmware-api-session-id"))
                    .isEqualTo("id-1");
            assertThat(server.requests().getLast().body())
                    .isEqualTo("{\"object_ids\":[{\"id\":\"domain-c28\",\"type\":\"ClusterComputeResource\"},"
                            + "{\"id\":\"host-21\",\"type\":\"HostSystem\"}]}");
        }
    }

    @Test
    void tagsThatAreTooManyForOneAnswerAreReadInTwo() {
        Script script = request -> request.line().startsWith("POST /api/session ")
                ? ScriptedServer.json(201, "\"id-1\"")
                : ScriptedServer.json(
                        200,
                        request.body().contains("domain-c28") && request.body().contains("host-21")
                                ? " ".repeat(2 << 20)
                                : attached(""));
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(session.attachedTags(List.of(CLUSTER, HOST)))
                    .isEqualTo(Map.of(CLUSTER, List.of(TAG), HOST, List.of()));
        }
    }

    /// A gateway may write into its error what it received.
    @Test
    void anEchoOfACredentialHeaderIsHidden() {
        Script script = request -> request.line().startsWith("POST /api/session ")
                ? ScriptedServer.json(201, "\"long-session-id\"")
                : echo(request, "vmware-api-session-id");
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(VcenterClientTest.failure(() -> session.tag(TAG))).hasMessageContaining("(x: got [hidden])");
        }
        try (var server = ScriptedServer.start(request -> echo(request, "authorization"));
                var client = Recorded.client(server)) {
            assertThat(VcenterClientTest.failure(() -> client.openTaggingSession(Recorded.CREDENTIALS)))
                    .hasMessageContaining("(x: got Basic [hidden])");
        }
    }

    private static ScriptedServer.Reply echo(Request request, String header) {
        return ScriptedServer.json(
                500,
                "{\"error_type\":\"x\",\"messages\":[{\"default_message\":\"got %s\"}]}"
                        .formatted(request.header(header)));
    }

    @Test
    void aSessionIdThatNoHeaderCanHoldFailsTheCallAndNotTheLogOut() {
        Script script = request -> ScriptedServer.json(201, "\"id\\n1\"");
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server)) {
            try (var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
                assertThatThrownBy(() -> session.tag(TAG)).isInstanceOfSatisfying(VcenterException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.PROTOCOL);
                    assertThat(e).hasMessageContaining("nothing sent");
                });
            } catch (VcenterException e) {
                // Also valid: the login itself fails.
                assertThat(e.kind()).isEqualTo(Kind.PROTOCOL);
            }
        }
    }

    @Test
    void usesTheOldDialectIfTheServerDoesNotHaveTheNewOne() {
        try (var server = ScriptedServer.start(old(request -> ScriptedServer.json(404, "")));
                var client = Recorded.client(server)) {
            try (var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
                assertThat(session.category("urn:c")).isEqualTo(new TagCategory("urn:c", "k8s-zone"));
                assertThat(session.attachedTags(List.of(CLUSTER, HOST)))
                        .isEqualTo(Map.of(CLUSTER, List.of(TAG), HOST, List.of()));
            }

            assertThat(server.requests())
                    .extracting(Request::line)
                    .containsExactly(
                            "POST /api/session HTTP/1.1",
                            "POST /rest/com/vmware/cis/session HTTP/1.1",
                            "GET /rest/com/vmware/cis/tagging/category/id:urn:c HTTP/1.1",
                            "POST /rest/com/vmware/cis/tagging/tag-association?~action=list-attached-tags-on-objects"
                                    + " HTTP/1.1",
                            "DELETE /rest/com/vmware/cis/session HTTP/1.1");
        }
    }

    @Test
    void asksForManyObjectsInBatches() {
        var hosts = IntStream.range(0, 1_001)
                .mapToObj(i -> new MoRef("HostSystem", "host-" + i))
                .toList();
        try (var server = ScriptedServer.start(old(_ -> ScriptedServer.json(404, "")));
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(session.attachedTags(hosts)).hasSize(1_001);

            assertThat(server.requests()).hasSize(2 + 3);
        }
    }

    @Test
    void aRefusedLoginIsNotTriedInTheOtherDialect() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.json(401, ""));
                var client = Recorded.client(server)) {
            VcenterException e = VcenterClientTest.failure(() -> client.openTaggingSession(Recorded.CREDENTIALS));

            assertThat(e.kind()).isEqualTo(Kind.LOGIN_REFUSED);
            assertThat(e).hasMessageContaining("vc-test").hasMessageContaining("correct user and password");
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401,'',SESSION_LOST",
        "403,'{\"error_type\":\"UNAUTHORIZED\",\"messages\":[{\"default_message\":\"no\"}]}',NO_PERMISSION",
        "404,404 page not found,OBJECT_GONE",
        "503,<html>,BUSY",
        "200,not json,PROTOCOL",
        "200,'{\"value\":{\"id\":7}}',PROTOCOL",
        "200,'',PROTOCOL",
        "400,'{\"type\":\"com.vmware.vapi.std.errors.invalid_argument\",\"value\":{\"messages\":[]}}',PROTOCOL"
    })
    void aFailureHasAKind(int status, String body, Kind kind) {
        Function<TaggingSession, RestTag> call = session -> session.tag(TAG);
        try (var server = ScriptedServer.start(old(_ -> ScriptedServer.json(status, body)));
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(VcenterClientTest.failure(() -> call.apply(session)).kind())
                    .isEqualTo(kind);
        }
    }

    @Test
    void aFailureHasTheTextOfTheServer() {
        String body = "{\"type\":\"com.vmware.vapi.std.errors.unauthorized\",\"value\":{\"messages\":"
                + "[{\"default_message\":\"Unable to authorize user\"}]}}";
        try (var server = ScriptedServer.start(old(_ -> ScriptedServer.json(403, body)));
                var client = Recorded.client(server);
                var session = client.openTaggingSession(Recorded.CREDENTIALS)) {
            assertThat(VcenterClientTest.failure(() -> session.tag(TAG)))
                    .hasMessageContaining("com.vmware.vapi.std.errors.unauthorized: Unable to authorize user");
        }
    }

    /// Returns a server that has only the old dialect: a session, one category and the tags of the cluster. The script
    /// answers all other requests.
    private static Script old(Script then) {
        return request -> switch (request.line().split(" ", 3)[1]) {
            case "/api/session" -> ScriptedServer.http(404, "Content-Type: text/plain\r\n", new byte[0]);
            case "/rest/com/vmware/cis/session" -> ScriptedServer.json(200, "{\"value\":\"id-2\"}");
            case "/rest/com/vmware/cis/tagging/category/id:urn:c" ->
                ScriptedServer.json(
                        200, "{\"value\":{\"id\":\"urn:c\",\"name\":\"k8s-zone\",\"cardinality\":\"SINGLE\"}}");
            case "/rest/com/vmware/cis/tagging/tag-association?~action=list-attached-tags-on-objects" ->
                ScriptedServer.json(200, "{\"value\":" + attached("null") + "}");
            default -> then.answer(request);
        };
    }

    /// Returns the tags of the cluster, of the host (none, which some servers send as `null`) and of an object that
    /// was not requested.
    private static String attached(String none) {
        return """
                [{"object_id":{"type":"ClusterComputeResource","id":"domain-c28"},"tag_ids":["%s"]},
                 {"object_id":{"type":"HostSystem","id":"host-21"},"tag_ids":%s},
                 {"object_id":{"type":"Folder","id":"group-1"},"tag_ids":["other"]}]""".formatted(TAG, none.isEmpty() ? "[]" : none);
    }
}
