package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// `plan` on five hundred Nodes as the Go program leaves them, with that program's rights and configuration.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanScenario {
    private static final int NODES = 500;
    private static final Duration BAR = Duration.ofSeconds(60);

    /// Who may read Services and nothing else.
    private static final KubeUser STRANGER = KubeUser.named("stranger");

    private static final Pattern WRITES_OF_NODES = Pattern.compile(
            "apiserver_request_total\\{.*resource=\"(nodes|events)\".*verb=\"(APPLY|DELETE|DELETECOLLECTION|PATCH|POST|PUT)\".*} (\\d+)");

    private TestBed bed;
    private GoCluster cluster;
    private KubeUser account;

    @BeforeAll
    void aClusterOfTheGoProgram() {
        bed = TestBed.start(STRANGER);
        account = GoRelease.install(bed);
        cluster = GoCluster.make(bed, NODES);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void nothingIsLeft() {
        bed.sites().forEach(each -> each.proxy().restore());
        Conduct.nothingIsLeft(bed);
    }

    @Test
    void everyDifferenceIsListedWithItsReason() throws JsonProcessingException {
        JsonNode plan = json(plan(2, "-o", "json"));
        System.out.println(plan.path("summary").toPrettyString());
        plan.path("nodes").forEach(n -> { if (!n.path("name").asText().startsWith("w-")) System.out.println("ROW " + row(n)); });
        assertThat(plan.path("summary").path("nodes").asInt()).isEqualTo(NODES);
    }

    @Test
    void text() {
        System.out.println(plan(2).log());
        System.out.println(cluster.site().proxy().calls().all().describe());
        System.out.println(bed.apiProxy().calls().all().describe());
    }

    private static String row(JsonNode node) {
        return String.join(" | ",
                node.path("name").asText(), node.path("prospect").asText(),
                node.path("writes").valueStream().filter(w -> !w.path("field").asText().endsWith("annotations")).map(w -> w.path("field").asText() + " " + w.path("key").asText() + " " + w.path("has") + w.path("gets") + w.path("code").asText()).toList().toString(),
                node.path("reasons").valueStream().map(r -> r.path("code").asText()).toList().toString(),
                node.at("/presentDeletes/when").asText() + " " + node.at("/presentDeletes/code").asText(),
                node.at("/oursDeletes/when").asText() + " " + node.at("/oursDeletes/code").asText());
    }

    /// To its end: nothing was written meanwhile.
    private Program plan(int code, String... words) {
        Map<String, String> before = versions();
        long writes = writesThatTheServerCounted();
        long mark = bed.apiProxy().calls().mark();
        Program program = start(account, words);
        assertThat(program.awaitExit(BAR)).as(program.log()).isEqualTo(code);
        assertThat(bed.apiProxy().calls().since(mark).names()).isNotEmpty().allMatch(name -> name.matches("(get|list) .*"));
        assertThat(writesThatTheServerCounted()).isEqualTo(writes);
        assertThat(versions()).isEqualTo(before);
        return program;
    }

    private Program start(KubeUser user, String... words) {
        var command = new ArrayList<>(List.of("plan"));
        command.addAll(List.of(words));
        command.addAll(List.of(
                "--kubeconfig=" + bed.kubeconfig(user),
                "--cloud-config=" + bed.write("plan.conf", cluster.config())));
        return bed.launch().command(command.toArray(String[]::new));
    }

    private Map<String, String> versions() {
        return bed.objects().nodes().stream()
                .collect(Collectors.toMap(
                        Expect::name, node -> node.at("/metadata/resourceVersion").asText(), (_, last) -> last, TreeMap::new));
    }

    private long writesThatTheServerCounted() {
        var matcher = WRITES_OF_NODES.matcher(bed.objects().page("/metrics"));
        return matcher.results().mapToLong(result -> Long.parseLong(result.group(3))).sum();
    }

    private static JsonNode json(Program program) throws JsonProcessingException {
        return new ObjectMapper().readTree(program.log());
    }
}
