package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.servers.NodeSpec.aNode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KubeApiServerIT {
    private static final KubeUser STRANGER = KubeUser.named("stranger");

    private static KubeApiServer server;

    @BeforeAll
    static void start() {
        server = KubeApiServer.start(STRANGER);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void removeNodes() {
        server.objects().deleteNodes();
    }

    @Test
    void registersANodeAsAKubeletDoes() {
        server.objects().createNode(aNode("n-1").uninitialized().systemUuid("4237558d-a1b2-c3d4-e5f6-0123456789ab"));

        var node = server.objects().node("n-1");
        assertThat(node.at("/status/nodeInfo/systemUUID").asText()).isEqualTo("4237558d-a1b2-c3d4-e5f6-0123456789ab");
        assertThat(node.at("/status/addresses/0/type").asText()).isEqualTo("Hostname");
        assertThat(node.at("/spec/taints")).hasSize(1);
        assertThat(node.at("/spec/taints/0/key").asText()).isEqualTo("node.cloudprovider.kubernetes.io/uninitialized");
    }

    @Test
    void makesAThousandNodesAndAwaitsThem() {
        server.objects()
                .createNodes(
                        IntStream.range(0, 1000).mapToObj(i -> aNode("n-" + i)).toList());

        var nodes = server.objects().awaitNodes(EventTimeout.LIMIT, all -> all.size() == 1000);
        assertThat(nodes)
                .allMatch(node -> node.at("/status/conditions/0/type").asText().equals("Ready"));
    }

    @Test
    void acceptsTheUpstreamReleaseManifestAndItsServiceAccount() {
        List<Manifest> release = Manifest.ofGoRelease();
        release.forEach(server.objects()::dryRun);
        release.forEach(server.objects()::apply);

        assertThat(release)
                .map(Manifest::kind)
                .containsExactly(
                        "ServiceAccount",
                        "Secret",
                        "ConfigMap",
                        "RoleBinding",
                        "ClusterRoleBinding",
                        "ClusterRole",
                        "DaemonSet");
        KubeUser account = server.objects().serviceAccount("kube-system", "cloud-controller-manager");
        try (KubeObjects asAccount = server.objectsAs(account)) {
            assertThat(asAccount.nodes()).isEmpty();
            assertThatThrownBy(() -> asAccount.create("/apis/authentication.k8s.io/v1/tokenreviews", "{}"))
                    .hasMessageContaining("403");
        }
    }

    @Test
    void aSilentKubeletLeavesItsLastHeartbeatAndRenewal() {
        var clock = ManualClock.started();
        var kubelets = new SimulatedKubelets(server.objects(), clock);
        server.objects().createNode(aNode("n-1"));
        kubelets.setReady("n-1");
        clock.advance(Duration.ofMinutes(2));

        kubelets.stopHeartbeats("n-1");

        var ready = server.objects().node("n-1").at("/status/conditions/0");
        assertThat(ready.path("status").asText()).isEqualTo("Unknown");
        assertThat(ready.path("lastHeartbeatTime").asText()).isEqualTo("2026-01-01T00:01:10Z");
        assertThat(renewTime("n-1")).isEqualTo("2026-01-01T00:00:00.000000Z");
        kubelets.renew("n-1");
        assertThat(renewTime("n-1")).isEqualTo("2026-01-01T00:02:00.000000Z");
        kubelets.removeLease("n-1");
        assertThat(kubelets.hasLease("n-1")).isFalse();
    }

    private static String renewTime(String node) {
        return server.objects()
                .findLease("kube-node-lease", node)
                .orElseThrow()
                .at("/spec/renewTime")
                .asText();
    }

    @Test
    void patchesAndDeletesANode() {
        server.objects().createNode(aNode("n-1"));

        server.objects().patchNode("n-1", "{\"spec\":{\"providerID\":\"vsphere://x\"}}");
        assertThat(server.objects().node("n-1").at("/spec/providerID").asText()).isEqualTo("vsphere://x");
        server.objects().deleteNode("n-1");
        assertThat(server.objects().findNode("n-1")).isEmpty();
    }

    @Test
    void keepsSecrets() {
        server.objects().putSecret("kube-system", "vcenter", Map.of("user", "first"));
        server.objects().putSecret("kube-system", "vcenter", Map.of("user", "second"));

        var secret = server.objects().get("/api/v1/namespaces/kube-system/secrets/vcenter");
        assertThat(secret.at("/data/user").asText()).isEqualTo("c2Vjb25k");
    }

    @Test
    void findsTheEventsOfANode() {
        server.objects().create("/api/v1/namespaces/default/events", """
                {"metadata": {"name": "n-1.1", "namespace": "default"}, "reason": "NoVm", "type": "Warning",
                 "involvedObject": {"kind": "Node", "name": "n-1"}}""");

        assertThat(server.objects().eventsOf("n-1"))
                .singleElement()
                .matches(event -> event.path("reason").asText().equals("NoVm"));
        assertThat(server.objects().eventsOf("n-2")).isEmpty();
    }

    @Test
    void givesOtherUsersNoRights() {
        var kubeconfig = server.kubeconfig().as(STRANGER);

        assertThat(kubeconfig.text()).contains(STRANGER.token());
        try (var objects = server.objectsAs(STRANGER)) {
            assertThatThrownBy(objects::nodes)
                    .isInstanceOfSatisfying(KubeAnswerException.class, e -> assertThat(e.status())
                            .isEqualTo(403));
        }
    }

    @Test
    void keepsItsObjectsOverARestart() {
        server.objects().createNodes(List.of(aNode("n-1"), aNode("n-2")));

        server.restart();

        assertThat(server.objects().nodes()).hasSize(2);
    }

    @Test
    void hangsWhilePaused() {
        server.objects().createNode(aNode("n-1"));

        server.pause();
        server.resume();

        assertThat(server.objects().nodes()).hasSize(1);
    }
}
