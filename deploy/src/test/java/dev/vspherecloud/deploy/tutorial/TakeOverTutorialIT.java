package dev.vspherecloud.deploy.tutorial;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The commands of `docs/tutorials/from-cloud-provider-vsphere.md`. cloud-provider-vsphere (Go) itself does not run.
@Tag("tutorial")
class TakeOverTutorialIT {
    private static final String DAEMON_SET = "vsphere-cloud-controller-manager";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private TutorialBed bed;

    @BeforeEach
    void aClusterOfTheGoProgram() {
        bed = TutorialBed.start();
        GoClusterSetup.createIn(bed);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void everyStepWorks() {
        lookAround();
        readThePlan();
        keepAllNodes();
        bed.rollOut(DAEMON_SET);
        awaitTheRollOut();
        changeTheImage();
        bed.startPods(DAEMON_SET);
        theNodesAreRecorded();
        awaitAddress();
        thePlanIsEmpty();
        deleteNodesAgain();
        bed.startPods(DAEMON_SET);
        rollBack();
        bed.stopPods();
        theNodesAreTheSame();
        cleanUp();
    }

    private void awaitAddress() {
        bed.objects().awaitNode("worker-2", TIMEOUT, node -> node.at("/status/addresses")
                .toString()
                .contains("10.20.0.13"));
    }

    private void lookAround() {
        bed.run(TakeOverTutorialIT.class, "lookAround");
    }

    private void readThePlan() {
        bed.run(TakeOverTutorialIT.class, "readThePlan");
    }

    private void keepAllNodes() {
        bed.run(TakeOverTutorialIT.class, "keepAllNodes");
    }

    private void awaitTheRollOut() {
        bed.run(TakeOverTutorialIT.class, "awaitTheRollOut");
    }

    private void changeTheImage() {
        bed.run(TakeOverTutorialIT.class, "changeTheImage");
    }

    private void theNodesAreRecorded() {
        bed.run(TakeOverTutorialIT.class, "theNodesAreRecorded");
    }

    private void thePlanIsEmpty() {
        bed.run(TakeOverTutorialIT.class, "thePlanIsEmpty");
    }

    private void deleteNodesAgain() {
        bed.run(TakeOverTutorialIT.class, "deleteNodesAgain");
    }

    private void rollBack() {
        bed.run(TakeOverTutorialIT.class, "rollBack");
    }

    private void theNodesAreTheSame() {
        bed.run(TakeOverTutorialIT.class, "theNodesAreTheSame");
    }

    private void cleanUp() {
        bed.run(TakeOverTutorialIT.class, "cleanUp");
    }
}
