package dev.vspherecloud.csi.cluster.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectCallsTest {
    private static final ObjectReader<String> NAMES =
            new ObjectReader<>(JsonFields.of("metadata.name"), object -> object.find("metadata", "name")
                    .asText());

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final ObjectCalls calls = ObjectCalls.begin(api.server(time), time, Duration.ofSeconds(5));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    200 | {}                           | Done
                    201 | {}                           | Done
                    200 | <html>                       | Unanswered
                    404 | {"details":{"name":"a"}}     | ObjectMissing
                    404 | 404 page not found           | KindUnknown
                    404 | <html>no such site</html>    | Unanswered
                    404 | {}                           | Unanswered
                    409 | {}                           | Conflict
                    400 | {}                           | Refused
                    401 | {}                           | Refused
                    403 | {}                           | Refused
                    422 | {}                           | Refused
                    500 | {}                           | Unanswered
                    """)
    void eachAnswerIsAResult(int status, String body, String result) {
        api.answers(status, body);

        assertThat(calls.send(ApiCall.get("/a")).getClass().getSimpleName()).isEqualTo(result);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"UNREACHABLE", "TIMEOUT", "TLS", "INTERRUPTED"})
    void aWriteWithoutAnswerMayHaveHappened(Kind kind) {
        api.fails(kind);

        assertThat(calls.send(ApiCall.post("/a", "{}"))).isEqualTo(new CallResult.Unanswered("scripted"));
    }

    @Test
    void aWriteOfAFormerLeaderIsRefused() {
        api.fails(Kind.NOT_LEADING);

        assertThat(calls.send(ApiCall.post("/a", "{}"))).isEqualTo(new CallResult.Refused("scripted"));
    }

    @Test
    void allRequestsShareTheBudget() {
        api.answers(200, "{}");
        calls.send(ApiCall.get("/a"));
        time.pass(Duration.ofSeconds(5));

        assertThat(calls.send(ApiCall.get("/b"))).isInstanceOf(CallResult.Unanswered.class);
        assertThat(names()).isInstanceOf(ListResult.Failed.class);
        assertThat(api.callLines()).containsExactly("GET /a");
    }

    @Test
    void aListIsReadToItsEnd() {
        api.answers(200, page("a b", "x", "y")).answers(200, page("", "z"));

        assertThat(names()).isEqualTo(new ListResult.Complete<>(List.of("x", "y", "z")));
        assertThat(api.callLines()).containsExactly("GET /things?limit=250", "GET /things?limit=250&continue=a%20b");
    }

    @Test
    void anExpiredListBeginsAgainWithoutWhatItHad() {
        api.answers(200, page("a", "x")).answers(410, "{}").answers(200, page("", "y"));

        assertThat(names()).isEqualTo(new ListResult.Complete<>(List.of("y")));
    }

    @Test
    void aListThatAlwaysExpiresFails() {
        for (int i = 0; i < 3; i++) {
            api.answers(200, page("a", "x")).answers(410, "{}");
        }

        assertThat(names()).isInstanceOfSatisfying(ListResult.Failed.class, failed -> assertThat(failed.problem())
                .contains("forgot the list of /things 3 times"));
    }

    @Test
    void halfAListIsNoList() {
        api.answers(200, page("a", "x")).fails(Kind.UNREACHABLE);

        assertThat(names()).isEqualTo(new ListResult.Failed<>("scripted"));
    }

    /// Callers conclude from a list that an object does not exist.
    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "[]", "null", "<html>", "{\"items\":[]}", "{\"metadata\":{\"resourceVersion\":\"1\"},"})
    void anAnswerThatIsNoListIsNotAnEmptyList(String body) {
        api.answers(200, body);

        assertThat(names()).isInstanceOf(ListResult.Failed.class);
    }

    @ParameterizedTest
    @CsvSource({"404 page not found, KindUnknown", "<html>, Failed", "{}, Failed"})
    void onlyTheApiServerItselfDoesNotKnowAKind(String body, String result) {
        api.answers(404, body);

        assertThat(names().getClass().getSimpleName()).isEqualTo(result);
    }

    @Test
    void aBuiltInKindIsNeverUnknown() {
        assertThat(new ListResult.KindUnknown<String>("why").ofBuiltInKind())
                .isEqualTo(new ListResult.Failed<String>("why"));
        assertThat(new ListResult.Complete<>("x").ofBuiltInKind()).isEqualTo(new ListResult.Complete<>("x"));
    }

    @Test
    void whatDoesNotExistIsRemoved() {
        api.answers(200, "{}").answers(404, "{\"details\":{\"name\":\"a\"}}").answers(404, "404 page not found");

        for (int i = 0; i < 3; i++) {
            assertThat(calls.delete("/a")).isInstanceOf(RemovalResult.Removed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 409, 500})
    void anObjectThatMayExistIsNotRemoved(int status) {
        api.answers(status, "{}");

        assertThat(calls.delete("/a")).isInstanceOf(RemovalResult.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", ".", "A", "a b", "a?x", "-a", "a%2Fb"})
    void aTextThatIsNoNameNeverBecomesPartOfAPath(String name) {
        assertThat(ObjectName.isValid(name)).isFalse();
        assertThat(ObjectName.isValid("a" + "b".repeat(253))).isFalse();
        assertThat(ObjectName.isValid("file-0a.b")).isTrue();
    }

    private ListResult<List<String>> names() {
        return calls.list("/things", NAMES, ArrayList::new, List::add);
    }

    private static String page(String next, String... names) {
        List<String> items = List.of(names).stream()
                .map("{\"metadata\":{\"name\":\"%s\"}}"::formatted)
                .toList();
        return "{\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"%s\"},\"items\":[%s]}"
                .formatted(next, String.join(",", items));
    }
}
