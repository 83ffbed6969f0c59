package dev.vspherecloud.ccm.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Ours takes the place of the Go program, with that program's rights and flags, and gives it back.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TakeoverScenario {
    private static final int NODES = 25;
    private static final int NEWCOMERS = 5;
    private static final Duration SOON = Duration.ofMinutes(1);

    private TestBed bed;
    private VcenterSite site;
    private KubeUser account;

    @BeforeAll
    void aClusterOfTheGoProgram() {
        bed = TestBed.start();
        account = GoRelease.install(bed);
        site = bed.addVcenter("vc-a");
        site.addVms("w", 0, NODES + NEWCOMERS);
        bed.objects().createNodes(GoNodes.all(site, "w", 0, NODES));
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    @Test
    @Order(1)
    void takingOverWritesOurAnnotationsAtAPaceAndNothingElse() {
        List<JsonNode> before = wholeNodes();

        Program ours = start();
        bed.objects().awaitNodes(SOON, all -> all.stream().allMatch(TakeoverScenario::isRecorded));
        assertThat(ours.terminate()).isZero();

        assertThat(wholeNodes()).isEqualTo(before);
        assertThat(bed.objects().eventsOf("w-0")).isEmpty();
        Calls writes = bed.apiProxy().calls().all().where(TakeoverScenario::isOnNodes);
        assertThat(writes.names()).containsOnly("patch nodes").hasSize(NODES);
        Duration span = Duration.between(
                writes.list().getFirst().at(), writes.list().getLast().at());
        assertThat(span).as(times(writes)).isGreaterThan(Duration.ofMillis((NODES - 1) * 200L - 100));
        Conduct.logIsFitToRead(ours, site.vcenter().password());
        Conduct.nothingIsLeft(bed);
    }

    /// There is nothing that the Go program, back in its place, would have to write: its own form is the same.
    @Test
    @Order(2)
    void whatOursInitialisesIsWhatTheGoProgramWouldHaveWritten() {
        bed.objects().createNodes(site.nodes("w", NODES, NODES + NEWCOMERS));

        Program ours = start();
        bed.objects()
                .awaitNodes(SOON, all -> all.stream().allMatch(each -> Expect.isInitialised(each) && isRecorded(each)));
        assertThat(ours.terminate()).isZero();

        assertThat(bed.objects().nodes().stream().map(WrittenNode::of))
                .containsExactlyInAnyOrderElementsOf(GoNodes.all(site, "w", 0, NODES + NEWCOMERS).stream()
                        .map(WrittenNode::of)
                        .toList());
    }

    private Program start() {
        return bed.launch()
                .with("--kubeconfig=" + bed.kubeconfig(account), "--cloud-provider=vsphere", "--v=2")
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .start();
    }

    private List<JsonNode> wholeNodes() {
        return bed.objects().nodes().stream().map(WrittenNode::whole).toList();
    }

    private static boolean isRecorded(JsonNode node) {
        return node.path("metadata").path("annotations").has("vspherecloud.dev/vm");
    }

    private static boolean isOnNodes(Call call) {
        return call.name().matches("(create|update|patch|delete) nodes.*");
    }

    private static String times(Calls writes) {
        return writes.list().stream().map(Call::at).toList().toString();
    }
}
