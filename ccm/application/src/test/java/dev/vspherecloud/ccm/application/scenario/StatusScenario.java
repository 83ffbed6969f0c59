package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// The status page of the packaged program, as leader and as standby.
class StatusScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Test
    void theLeaderShowsNodesAndWithheldDeletionsAndAStandbyNamesTheLeader() {
        try (TestBed bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, 3);
            bed.objects().createNodes(site.nodes("w", 0, 3));
            bed.objects()
                    .createNode(
                            NodeSpec.aNode("stray").uninitialized().systemUuid("42aaaaaa-0000-0000-0000-00000000dead"));
            int leading = bed.reservePort();
            int waiting = bed.reservePort();
            try (Program leader = start(bed, leading)) {
                leader.awaitLog("Became leader", TIMEOUT);
                try (Program standby = start(bed, waiting)) {
                    standby.awaitLog("Another process leads; waiting for its Lease", TIMEOUT);
                    leaderShowsItsNodes(bed, leading);
                    standbyNamesTheLeader(bed, waiting);
                    theRightIsNecessary(leading, bed.api().account("stranger"));
                }
            }
        }
    }

    private static Program start(TestBed bed, int port) {
        return bed.launch()
                .config(bed.write("vsphere.conf", bed.config()))
                .electing()
                .serving(port)
                .with(reviews(bed, "authentication"), reviews(bed, "authorization"))
                .start();
    }

    private static String reviews(TestBed bed, String about) {
        return "--%s-kubeconfig=%s".formatted(about, bed.kubeconfig(bed.api().admin()));
    }

    private static void leaderShowsItsNodes(TestBed bed, int port) {
        try (PortClient client = client(bed.api().admin().token(), port)) {
            await(client, "/status?node=stray", ">VmNotFound<");
            await(client, "/status?node=w-0", "Initialised: provider ID vsphere://");
            var page = client.get("/status");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type")).contains("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("content-security-policy").orElse(""))
                    .startsWith("default-src 'none'; style-src 'sha256-");
            assertThat(page.body())
                    .contains(
                            ">leader<",
                            ">vc-a<",
                            ">answers<",
                            "1 SOAP",
                            "<h2 id=\"deletions\">Deletions withheld</h2>");
        }
    }

    private static void standbyNamesTheLeader(TestBed bed, int port) {
        try (PortClient client = client(bed.api().admin().token(), port)) {
            await(client, "/status", ">standby<", "<dt>Leader</dt>");
            assertThat(client.get("/status").body()).doesNotContain("vc-a", "none yet");
        }
    }

    private static void theRightIsNecessary(int port, KubeUser stranger) {
        try (PortClient client = client(stranger.token(), port)) {
            assertThat(client.status("/status")).isEqualTo(403);
        }
        try (PortClient client = PortClient.of(port, Map.of(), Optional.empty())) {
            assertThat(client.status("/status")).isEqualTo(403);
        }
    }

    /// Reads the page until it contains all of these texts.
    private static void await(PortClient client, String path, String... texts) {
        Awaitility.await()
                .untilAsserted(() -> assertThat(client.get(path).body()).contains(texts));
    }

    private static PortClient client(String token, int port) {
        return PortClient.of(port, Map.of("authorization", List.of("Bearer " + token)), Optional.empty());
    }
}
