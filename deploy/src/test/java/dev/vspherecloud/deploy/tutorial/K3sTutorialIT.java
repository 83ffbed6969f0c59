package dev.vspherecloud.deploy.tutorial;

import dev.vspherecloud.testkit.servers.NodeSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/k3s.md`.
@Tag("tutorial")
class K3sTutorialIT {
    private TutorialBed bed;

    @BeforeEach
    void aServerAndAnAgentWithTheControllerOfK3s() {
        bed = TutorialBed.start();
        GoClusterSetup.createVms(bed);
        join("cp-1", 1);
        join("worker-1", 2);
        bed.objects()
                .createNode(NodeSpec.aNode("worker-2")
                        .systemUuid("42000000-0000-4000-8000-000000000003")
                        .providerId("k3s://worker-2"));
    }

    /// Plays the kubelet.
    private void join(String name, int n) {
        bed.objects()
                .createNode(NodeSpec.aNode(name)
                        .systemUuid("42000000-0000-4000-8000-00000000000" + n)
                        .uninitialized());
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyStepWorks() {
        installTheProvider();
        bed.startPods("vsphere-cpi");
        theNodesBecomeReady();
        theNodeOfK3s();
        deleteTheNode();
        join("worker-2", 3);
        theNodeIsRegisteredAgain();
    }

    private void installTheProvider() {
        bed.run(K3sTutorialIT.class, "installTheProvider");
    }

    private void theNodesBecomeReady() {
        bed.run(K3sTutorialIT.class, "theNodesBecomeReady");
    }

    private void theNodeOfK3s() {
        bed.run(K3sTutorialIT.class, "theNodeOfK3s");
    }

    private void deleteTheNode() {
        bed.run(K3sTutorialIT.class, "deleteTheNode");
    }

    private void theNodeIsRegisteredAgain() {
        bed.run(K3sTutorialIT.class, "theNodeIsRegisteredAgain");
    }
}
