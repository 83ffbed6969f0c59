package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// `explain node` on real servers: it says what the provider wrote, or why it did not, and writes nothing.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainScenario {
    private static final Duration SOON = Duration.ofSeconds(30);

    private TestBed bed;
    private VcenterSite site;

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        site.addVms("w", 0, 2);
        bed.objects().createNodes(site.nodes("w", 0, 2));
        Program program = bed.run();
        bed.objects().awaitNodes(SOON, all -> all.stream().allMatch(Expect::isInitialised));
        assertThat(program.terminate()).isZero();
        bed.objects().createNodes(site.nodes("lost", 0, 1));
        bed.objects().createNode(NodeSpec.aNode("cloud").providerId("aws:///eu-1/i-1"));
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @AfterEach
    void nothingIsLeft() {
        Conduct.nothingIsLeft(bed);
    }

    @Test
    void allNodes() {
        for (String name : List.of("w-0", "lost-0", "cloud")) {
            System.out.println(explain(bed.config(), name).log());
        }
        System.out.println(explain(bed.config(), "--all").log());
        System.out.println(explain(bed.config(), "w-1", "-o", "json").log());
        System.out.println(explain(bed.config(), "nobody").log());
    }

    private Program explain(String config, String... words) {
        var command = new ArrayList<>(List.of("explain", "node"));
        command.addAll(List.of(words));
        command.addAll(bed.flags(config));
        Program program = bed.launch().command(command.toArray(String[]::new));
        long begin = System.nanoTime();
        program.awaitExit(SOON);
        System.out.println((System.nanoTime() - begin) / 1000000);
        return program;
    }

    private static JsonNode json(Program program) throws JsonProcessingException {
        return new ObjectMapper().readTree(program.log());
    }
}
