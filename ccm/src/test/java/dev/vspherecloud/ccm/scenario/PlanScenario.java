package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// `plan` on five hundred Nodes that the Go program left, with that program's rights and configuration.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanScenario {
    private static final int NODES = 500;
    private static final Duration BAR = Duration.ofSeconds(60);

    private TestBed bed;
    private GoCluster cluster;

    @BeforeAll
    void aClusterOfTheGoProgram() {
        bed = TestBed.start(GoRights.ACCOUNT);
        GoRights.grant(bed);
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
        JsonNode plan = json(plan("-o", "json"));
        assertThat(plan.path("summary").path("nodes").asInt()).isEqualTo(NODES);
    }

    @Test
    void text() {
    }

    private static String row(JsonNode node) {
        return String.join(" | ",
                node.path("name").asText(), node.path("prospect").asText(),
                node.path("writes").valueStream().filter(w -> !w.path("field").asText().endsWith("annotations")).map(w -> w.path("field").asText() + " " + w.path("key").asText() + " " + w.path("has") + w.path("gets") + w.path("code").asText()).toList().toString(),
                node.path("reasons").valueStream().map(r -> r.path("code").asText()).toList().toString(),
                node.at("/presentDeletes/when").asText() + " " + node.at("/presentDeletes/code").asText(),
                node.at("/oursDeletes/when").asText() + " " + node.at("/oursDeletes/code").asText());
    }

    private Program plan(String... words) {
        return plan(bed.launch(), words);
    }

    private Program plan(Launch launch, String... words) {
        long mark = bed.apiProxy().calls().mark();
        var command = new ArrayList<>(List.of("plan"));
        command.addAll(List.of(words));
        command.addAll(List.of(
                "--kubeconfig=" + bed.kubeconfig(GoRights.ACCOUNT),
                "--cloud-config=" + bed.write("plan.conf", cluster.config())));
        Program program = launch.command(command.toArray(String[]::new));
        assertThat(program.awaitExit(BAR)).as(program.log()).isZero();
        assertThat(bed.apiProxy().calls().since(mark).names()).allMatch(name -> name.matches("(get|list) .*"));
        return program;
    }

    private static JsonNode json(Program program) throws JsonProcessingException {
        return new ObjectMapper().readTree(program.log());
    }
}
