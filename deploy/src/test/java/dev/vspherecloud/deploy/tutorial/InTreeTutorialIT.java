package dev.vspherecloud.deploy.tutorial;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/from-in-tree.md`. The Nodes are as the in-tree provider left them; it does not run.
@Tag("tutorial")
class InTreeTutorialIT {
    /// Rule from: kubernetes/kubernetes 1.29, legacy-cloud-providers/vsphere. The provider ID has the same form, and
    /// the instance type is empty.
    private static final String TYPE = "{\"metadata\":{\"labels\":{\"node.kubernetes.io/instance-type\":null,"
            + "\"beta.kubernetes.io/instance-type\":null}}}";

    private static final String VOLUME = """
            {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pvc-1"},
            "spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
            "vsphereVolume":{"volumePath":"[datastore-1] kubevols/pvc-1.vmdk","fsType":"ext4"}}}""";

    private TutorialBed bed;

    @BeforeEach
    void aClusterOfTheInTreeProvider() {
        bed = TutorialBed.start();
        GoClusterSetup.createVms(bed);
        for (int n = 1; n <= 3; n++) {
            String name = n == 1 ? "cp-1" : "worker-" + (n - 1);
            bed.objects().createNode(GoClusterSetup.node(name, n, "10.20.0.1" + n));
            bed.objects().patchNode(name, TYPE);
        }
        bed.objects().create("/api/v1/persistentvolumes", VOLUME);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyStepWorks() {
        lookAround();
        convertTheConfiguration();
        readThePlan();
        writeTheValues();
        installTheProvider();
        bed.startPods("vsphere-cpi");
        theNodesAreRecorded();
        deleteNodesAgain();
    }

    private void lookAround() {
        bed.run(InTreeTutorialIT.class, "lookAround");
    }

    private void convertTheConfiguration() {
        bed.runWithoutServers(InTreeTutorialIT.class, "convertTheConfiguration");
    }

    private void readThePlan() {
        bed.run(InTreeTutorialIT.class, "readThePlan");
    }

    private void writeTheValues() {
        bed.run(InTreeTutorialIT.class, "writeTheValues");
    }

    private void installTheProvider() {
        bed.run(InTreeTutorialIT.class, "installTheProvider");
    }

    private void theNodesAreRecorded() {
        bed.run(InTreeTutorialIT.class, "theNodesAreRecorded");
    }

    private void deleteNodesAgain() {
        bed.run(InTreeTutorialIT.class, "deleteNodesAgain");
    }
}
