package dev.vspherecloud.kubernetes.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SecretWatchTest {
    private final ScriptedApi api = new ScriptedApi();
    private final List<String> results = new ArrayList<>();

    @AfterEach
    void endedByInterrupt() {
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void readsByNameThenWatchesByNameAndReportsEachChange() {
        api.answers(200, secret("5", "a"))
                .streams(
                        event("ADDED", secret("5", "a")),
                        event("MODIFIED", secret("6", "b")),
                        event("DELETED", secret("7", "b")),
                        event("ADDED", secret("8", "c")));

        runFor(Duration.ZERO);

        assertThat(results).containsExactly("5 a", "6 b", "absent", "8 c");
        assertThat(api.callLines())
                .containsExactly(
                        "GET /api/v1/namespaces/kube-system/secrets/vcenter",
                        "GET /api/v1/namespaces/kube-system/secrets?watch=true&allowWatchBookmarks=true"
                                + "&fieldSelector=metadata.name%3Dvcenter&timeoutSeconds=30");
    }

    @Test
    void anAbsentSecretIsWatchedToo() {
        api.answers(404, "").streams(event("BOOKMARK", secret("4", "")), event("ADDED", secret("5", "a")));

        runFor(Duration.ZERO);

        assertThat(results).containsExactly("absent", "5 a");
    }

    @Test
    void readsAgainAfterAWatchEndsOrBreaks() {
        api.answers(200, secret("5", "a"))
                .streams()
                .answers(200, secret("5", "a"))
                .breaksStream()
                .answers(404, "")
                .streams();

        runFor(Duration.ofSeconds(8));

        assertThat(results).containsExactly("5 a", "absent");
        assertThat(api.calls()).hasSize(6);
    }

    @Test
    void anOldStateOfAWatchIsNotReported() {
        api.answers(200, secret("9", "new"))
                .streams(
                        event("ADDED", secret("5", "old")),
                        event("DELETED", secret("6", "old")),
                        event("ADDED", secret("9", "new")),
                        event("MODIFIED", secret("10", "newest")));

        runFor(Duration.ZERO);

        assertThat(results).containsExactly("9 new", "10 newest");
    }

    @Test
    void ifTheWatchIsForbiddenTheSecretIsReadEveryFourSeconds() {
        api.answers(200, secret("5", "a")).refusesStream(Kind.FORBIDDEN);
        for (int i = 1; i < 75; i++) {
            api.answers(200, secret(i < 40 ? "5" : "6", i < 40 ? "a" : "b"));
        }
        api.answers(200, secret("6", "b")).streams(event("MODIFIED", secret("7", "c")));

        ManualTime time = runFor(Duration.ofMinutes(5));

        assertThat(results).containsExactly("5 a", "6 b", "7 c");
        assertThat(time.waits()).allMatch(Duration.ofSeconds(4)::equals);
    }

    @Test
    void deniedAndUnansweredAreReportedOnceAndTriedAgain() {
        api.answers(403, "{\"message\":\"secrets is forbidden\"}")
                .answers(403, "{\"message\":\"secrets is forbidden\"}")
                .fails(Kind.UNREACHABLE)
                .fails(Kind.UNREACHABLE)
                .answers(200, secret("5", "a"))
                .streams()
                .fails(Kind.TIMEOUT)
                .answers(200, secret("5", "a"))
                .streams();

        runFor(Duration.ofSeconds(24));

        assertThat(results)
                .containsExactly(
                        "denied: secrets is forbidden", "unanswered: scripted", "5 a", "unanswered: scripted", "5 a");
    }

    @Test
    void anErrorInTheWatchEndsIt() {
        api.answers(200, secret("5", "a"))
                .streams(event("ERROR", "{\"code\":410,\"message\":\"too old\"}"), event("ADDED", secret("6", "b")))
                .answers(200, secret("7", "c"))
                .streams();

        runFor(Duration.ofSeconds(4));

        assertThat(results).containsExactly("5 a", "7 c");
    }

    private ManualTime runFor(Duration length) {
        var time = new ManualTime(length);
        new SecretWatch(api.server(time), "kube-system", "vcenter", read -> results.add(text(read)), time, time).run();
        return time;
    }

    static String text(SecretReadResult read) {
        return switch (read) {
            case SecretReadResult.Found(var data, String version) ->
                version + " " + new String(data.getOrDefault("vc.password", new byte[0]), StandardCharsets.UTF_8);
            case SecretReadResult.Absent _ -> "absent";
            case SecretReadResult.Denied(String message) -> "denied: " + message;
            case SecretReadResult.Unanswered(String message) -> "unanswered: " + message;
        };
    }

    private static String secret(String version, String password) {
        return "{\"metadata\":{\"name\":\"vcenter\",\"resourceVersion\":\"%s\"},\"data\":{\"vc.password\":\"%s\"}}"
                .formatted(version, Base64.getEncoder().encodeToString(password.getBytes(StandardCharsets.UTF_8)));
    }

    private static String event(String type, String object) {
        return "{\"type\":\"%s\",\"object\":%s}".formatted(type, object);
    }
}
