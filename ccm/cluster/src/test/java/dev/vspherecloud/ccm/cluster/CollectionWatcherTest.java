package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.event;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.fresh;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectionWatcherTest {
    private final ScriptedApi api = new ScriptedApi();
    private final List<NodeName> notified = new ArrayList<>();

    @AfterEach
    void endedByInterrupt() {
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void listsPageByPageAndWatchesFromThere() {
        api.answers(200, page("9", "more/of it", fresh("w-1", 3)))
                .answers(200, page("9", "", fresh("w-2", 4)))
                .streams(event("ADDED", fresh("w-3", 10)), event("DELETED", fresh("w-1", 11)));

        KubeNodes nodes = runFor(Duration.ZERO);

        assertThat(api.callLines().subList(0, 2))
                .containsExactly("GET /api/v1/nodes?limit=250", "GET /api/v1/nodes?limit=250&continue=more%2Fof%20it");
        assertThat(api.callLines().getLast())
                .startsWith("GET /api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=9&timeoutSeconds=");
        assertThat(notified).extracting(NodeName::value).containsExactly("w-1", "w-2", "w-3", "w-1");
        assertThat(nodes.find(new NodeName("w-3"))).isPresent();
        assertThat(nodes.find(new NodeName("w-1"))).isEmpty();
    }

    @Test
    void resumesAWatchThatEndedFromTheLastVersionSeen() {
        api.answers(200, page("9", ""))
                .streams(event("ADDED", fresh("w-1", 10)), event("BOOKMARK", node("", 15, "", "[]", "")))
                .streams(event("MODIFIED", fresh("w-1", 16)));

        runFor(Duration.ofMillis(150));

        assertThat(api.callLines()).hasSize(3);
        assertThat(api.callLines().getLast()).contains("resourceVersion=15&");
    }

    @Test
    void aBrokenWatchIsResumedWithoutAFailure() {
        api.answers(200, page("9", ""))
                .breaksStream(event("ADDED", fresh("w-1", 10)))
                .streams();

        KubeNodes nodes = runFor(Duration.ofMillis(150));

        assertThat(api.callLines().getLast()).contains("resourceVersion=10&");
        assertThat(nodes.failure()).isEmpty();
    }

    @Test
    void listsAgainWhenTheWatchIsTooOldAndDropsDeletedNodes() {
        api.answers(200, page("9", "", fresh("w-1", 3), fresh("w-2", 4)))
                .streams(event(
                        "ERROR", "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":410,\"message\":\"too old\"}"))
                .answers(200, page("20", "", fresh("w-2", 4)))
                .streams();

        KubeNodes nodes = runFor(Duration.ofSeconds(2));

        assertThat(nodes.find(new NodeName("w-1"))).isEmpty();
        assertThat(notified).extracting(NodeName::value).containsExactly("w-1", "w-2", "w-1");
        assertThat(api.callLines().getLast()).contains("resourceVersion=20&");
    }

    @Test
    void listsAgainWhenTheWatchIsSilentSinceTheServerMayBeAtAnOlderVersion() {
        api.answers(200, page("900", "", fresh("w-1", 800)))
                .silencesStream()
                .answers(200, page("20", "", fresh("w-1", 10)))
                .streams();

        KubeNodes nodes = runFor(Duration.ofSeconds(2));

        assertThat(nodes.failure()).isEmpty();
        assertThat(version(nodes)).contains("10");
        assertThat(api.callLines().getLast()).contains("resourceVersion=20&");
    }

    @Test
    void aListOverridesTheResponseOfAnEarlierWrite() {
        api.answers(200, page("900", "", fresh("w-1", 800))).streams();
        var time = new ManualTime(Duration.ZERO);
        var nodes = new KubeNodes(api.server(time), notified::add, () -> true, time, new SplittableRandom(1));
        nodes.run();
        assertThat(Thread.interrupted()).isTrue();
        api.answers(200, fresh("w-1", 901));
        nodes.annotate(nodes.find(new NodeName("w-1")).orElseThrow(), Map.of("a", "b"));
        assertThat(version(nodes)).contains("901");

        api.answers(200, page("20", "", fresh("w-1", 10))).streams();
        nodes.run();

        assertThat(version(nodes)).as("etcd was restored from a backup").contains("10");
    }

    private static Optional<String> version(KubeNodes nodes) {
        return nodes.find(new NodeName("w-1")).map(node -> node.meta().resourceVersion());
    }

    @Test
    void reportsWhyItCannotReadAndRetries() {
        api.answers(403, "{\"message\":\"nodes is forbidden\"}");

        KubeNodes nodes = runFor(Duration.ZERO);

        assertThat(nodes.failure()).hasValueSatisfying(e -> {
            assertThat(e.kind()).isEqualTo(Kind.FORBIDDEN);
            assertThat(e).hasMessageContaining("nodes is forbidden").hasMessageContaining("ClusterRole");
        });
    }

    @Test
    void waitsLongerAfterEachFailure() {
        for (int i = 0; i < 6; i++) {
            api.fails(Kind.UNREACHABLE);
        }
        var time = new ManualTime(Duration.ofSeconds(30));

        new KubeNodes(api.server(time), notified::add, () -> true, time, new SplittableRandom(1)).run();

        assertThat(time.waits()).extracting(Duration::toSeconds).startsWith(1L, 2L, 4L, 8L);
        assertThat(time.waits().getLast()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(12));
    }

    @ParameterizedTest
    @CsvSource({"429, 60, 60", "503, 60, 60", "429, 3600, 300"})
    void respectsRetryAfterUpToALimit(int status, int asked, int waited) {
        api.answers(ScriptedApi.later(status, asked)).answers(ScriptedApi.later(status, asked));

        runFor(Duration.ofSeconds(waited));

        assertThat(api.calls()).hasSize(2);
    }

    @Test
    void keepsItsNodesWhileTheServerIsUnreachable() {
        api.answers(200, page("9", "", fresh("w-1", 3))).refusesStream(Kind.UNREACHABLE);

        KubeNodes nodes = runFor(Duration.ZERO);

        assertThat(nodes.find(new NodeName("w-1"))).isPresent();
        assertThat(nodes.failure()).isPresent();
    }

    private KubeNodes runFor(Duration length) {
        var time = new ManualTime(length);
        var nodes = new KubeNodes(api.server(time), notified::add, () -> true, time, new SplittableRandom(1));
        nodes.run();
        return nodes;
    }

    private static String page(String version, String next, String... nodes) {
        return "{\"metadata\":{\"resourceVersion\":\"%s\",\"continue\":\"%s\"},\"items\":[%s]}"
                .formatted(version, next, String.join(",", nodes));
    }
}
