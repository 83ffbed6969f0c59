package dev.vspherecloud.deploy.tutorial;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;

import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/kubeadm.md`.
@Tag("tutorial")
class KubeadmTutorialIT {
    private TutorialBed bed;
    private SimulatedVcenter vcenter;
    private String secondWorker;

    @BeforeEach
    void threeVms() {
        bed = TutorialBed.start();
        vcenter = bed.addVcenter(
                "vcenter.example.org", "vcenter-ca.pem", Topology.empty().cluster("dc-1", "cluster-1", 2));
        vcenter.addVm(vm("cp-1", 1));
        vcenter.addVm(vm("worker-1", 2));
        secondWorker = vcenter.addVm(vm("worker-2", 3));
    }

    private static VmSpec vm(String name, int n) {
        return aVm(name)
                .uuid("42000000-0000-4000-8000-00000000000" + n)
                .instanceUuid("50000000-0000-4000-8000-00000000000" + n)
                .poweredOff()
                .toolsRunning(true)
                .hostName(name)
                .guestId("ubuntu64Guest")
                .address("10.20.0.1%d/24".formatted(n));
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyStepWorks() {
        connectToVcenter();
        giveTheAccountItsRole();
        prepareTheVms();
        join("cp-1", 1);
        join("worker-1", 2);
        theNodesWait();
        writeTheValues();
        installTheProvider();
        bed.startPods("vsphere-cpi");
        theNodesBecomeReady();
        breakTheSecondWorker();
        theSecondWorkerWaits();
        repairTheSecondWorker();
        cleanUp();
    }

    private void connectToVcenter() {
        bed.run(KubeadmTutorialIT.class, "connectToVcenter");
    }

    private void giveTheAccountItsRole() {
        bed.run(KubeadmTutorialIT.class, "giveTheAccountItsRole");
    }

    private void prepareTheVms() {
        bed.run(KubeadmTutorialIT.class, "prepareTheVms");
    }

    /// Plays kubeadm and the kubelet of a machine.
    private void join(String name, int n) {
        NodeSpec node = NodeSpec.aNode(name)
                .systemUuid("42000000-0000-4000-8000-00000000000" + n)
                .uninitialized();
        bed.objects().createNode(name.equals("cp-1") ? node.label("node-role.kubernetes.io/control-plane", "") : node);
    }

    private void theNodesWait() {
        bed.run(KubeadmTutorialIT.class, "theNodesWait");
    }

    private void writeTheValues() {
        bed.run(KubeadmTutorialIT.class, "writeTheValues");
    }

    private void installTheProvider() {
        bed.run(KubeadmTutorialIT.class, "installTheProvider");
    }

    private void theNodesBecomeReady() {
        bed.run(KubeadmTutorialIT.class, "theNodesBecomeReady");
    }

    /// Plays the guest, in which the page stops VMware Tools.
    private void breakTheSecondWorker() {
        vcenter.change(VmSpec.change(secondWorker).toolsRunning(false).noNics().hostName(""));
        join("worker-2", 3);
        bed.awaitEvent("worker-2");
    }

    private void theSecondWorkerWaits() {
        bed.run(KubeadmTutorialIT.class, "theSecondWorkerWaits");
    }

    private void repairTheSecondWorker() {
        vcenter.change(VmSpec.change(secondWorker)
                .toolsRunning(true)
                .hostName("worker-2")
                .address("10.20.0.13/24"));
        bed.run(KubeadmTutorialIT.class, "repairTheSecondWorker");
    }

    private void cleanUp() {
        bed.run(KubeadmTutorialIT.class, "cleanUp");
    }
}
