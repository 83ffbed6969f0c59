package dev.vspherecloud.ccm.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.conformance.Conforms;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MassDisappearanceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(20);

    private final LifecycleTestBed bed = new LifecycleTestBed().cluster(20);

    @Test
    @Conforms("J22")
    void halfOfTheNodesThatDisappearAtOnceStay() {
        for (int i = 1; i <= 10; i++) {
            bed.unregister("w-" + i);
        }

        bed.pass(LONG);

        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("MassDisappearance")).singleElement().asString().contains("10 of 20 Nodes");
        assertThat(bed.observer.breaker.open()).contains(incident());
    }

    @Test
    @Conforms("J22")
    void sixThatDisappearAtOnceStayUntilAPersonAcknowledgesThem() {
        six(bed::unregister);
        bed.pass(LONG);
        assertThat(bed.deletes()).isZero();
        assertThat(bed.events("MassDisappearance"))
                .singleElement()
                .asString()
                .contains(
                        "6 of 20 Nodes",
                        "w-1, w-2, w-3, w-4, w-5 and 1 more",
                        "acknowledge=" + incident().id());

        assertThat(bed.observer.breaker.open()).contains(incident());

        bed.lease.acknowledge(incident().id());
        bed.pass(MINUTE);

        assertThat(bed.observer.breaker.open()).isEmpty();
        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.lifecycleState().deletions()).isEmpty();
        assertThat(bed.lifecycleState().acknowledged()).isEmpty();
    }

    @Test
    void sixThatAreDestroyedAtOnceAreDeleted() {
        six(bed::destroy);

        bed.pass(Duration.ofSeconds(30));

        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.events("MassDisappearance")).isEmpty();
    }

    @Test
    void sixThatAreDestroyedAreNoIncidentWhileTheirKubeletsSeemAlive() {
        six(name -> bed.lose(name, LifecycleTestBed.destroyed()));
        bed.pass(MINUTE);
        assertThat(bed.events("MassDisappearance")).isEmpty();

        six(bed::silence);
        bed.pass(Duration.ofSeconds(30));

        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.events("MassDisappearance")).isEmpty();
    }

    @Test
    void sixThatDisappearAreAnIncidentAlsoWhileTheirKubeletsLive() {
        six(name -> bed.lose(name, LifecycleTestBed.unregistered()));

        bed.pass(MINUTE);

        assertThat(bed.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void theNodeOfADestroyedVmIsDeletedWhileTheBreakerIsOpen() {
        six(bed::unregister);
        bed.pass(MINUTE);

        bed.destroy("w-9");
        bed.pass(MINUTE);

        assertThat(bed.nodes.writes()).contains("delete w-9");
        assertThat(bed.deletes()).isEqualTo(1);
    }

    @Test
    void anIncidentEndsWhenTheVmsAreBack() {
        six(bed::unregister);
        bed.pass(MINUTE);

        six(name -> bed.show(LifecycleTestBed.vm(name)));
        bed.pass(Duration.ofSeconds(1));

        assertThat(bed.lifecycleState().breaker().open()).isEmpty();
    }

    @Test
    void anIncidentSurvivesARestartAndIsReportedOnce() {
        six(bed::unregister);
        bed.pass(MINUTE);
        String id = incident().id();

        bed.restart();
        bed.pass(LONG);

        assertThat(incident().id()).isEqualTo(id);
        assertThat(bed.events("MassDisappearance")).hasSize(1);
        assertThat(bed.deletes()).isZero();
    }

    @Test
    void anIncidentStaysOpenWhileNoNodeIsKnownYet() {
        six(bed::unregister);
        bed.pass(MINUTE);
        var known = new LifecycleTestBed();
        known.lease.texts = bed.lease.texts;

        known.evaluateCluster();

        assertThat(known.lifecycleState().breaker().open()).isPresent();
    }

    @Test
    void acknowledgedNodesStayAcknowledgedAfterARestart() {
        six(bed::unregister);
        bed.pass(MINUTE);
        bed.lease.acknowledge(incident().id());
        bed.pass(MINUTE);

        bed.restart();
        bed.pass(LONG);

        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void acknowledgedNodesAreDeletedWhileAnotherIncidentIsOpen() {
        six(bed::unregister);
        bed.pass(MINUTE);
        bed.lease.acknowledge(incident().id());
        bed.pass(MINUTE);
        List<String> others = List.of("w-8", "w-10", "w-12", "w-14", "w-16", "w-18");
        others.forEach(bed::unregister);

        bed.pass(LONG);

        assertThat(bed.lifecycleState().breaker().open()).isPresent();
        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(others).allMatch(bed::has);
    }

    @Test
    void anAcknowledgementThatCouldNotBeRemovedCountsOnce() {
        six(bed::unregister);
        bed.pass(MINUTE);
        bed.lease.acknowledge(incident().id());
        bed.lease.isWritable = false;
        bed.pass(Duration.ofSeconds(20));
        bed.lease.isWritable = true;

        bed.pass(MINUTE);

        assertThat(bed.lifecycleState().acknowledged()).isEmpty();
        assertThat(bed.lifecycleState().breaker().acknowledgedNodes()).hasSize(6);
    }

    @Test
    void anIncidentCountsBeforeItCouldBeWritten() {
        bed.lease.isWritable = false;
        six(bed::unregister);
        bed.pass(LONG);
        assertThat(bed.deletes()).isZero();
        assertThat(bed.lifecycleState().breaker().open()).isEmpty();

        bed.lease.isWritable = true;
        bed.pass(Duration.ofSeconds(20));

        assertThat(bed.lifecycleState().breaker().open()).isPresent();
        assertThat(bed.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void nodesThatAreAboutToBeRemovedDoNotCount() {
        six(name -> {
            bed.unregister(name);
            bed.nodes.report(name, new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, false, false, true));
        });

        bed.pass(Duration.ofMinutes(11));

        assertThat(bed.deletes()).isEqualTo(6);
        assertThat(bed.events("MassDisappearance")).isEmpty();
    }

    @Test
    void recentlyDeletedNodesCountToo() {
        deleteThree();

        loseThreeMore();
    }

    @ParameterizedTest(name = "{0} days")
    @ValueSource(ints = {1, -1})
    void deletionsCountAlthoughTheWallClockIsSet(int days) {
        deleteThree();

        bed.wallClockOffset = Duration.ofDays(days);
        loseThreeMore();
    }

    /// The clock is set after the deletion was recorded, and before the next evaluation of the cluster.
    @Test
    void aDeletionCountsAlthoughTheWallClockIsSetMeanwhile() {
        bed.confirmation = () -> {
            bed.wallClockOffset = Duration.ofDays(1);
            return true;
        };
        deleteThree();

        loseThreeMore();
    }

    @Test
    void oldDeletionsAreForgotten() {
        bed.unregister("w-1");
        bed.pass(Duration.ofMinutes(11));
        assertThat(bed.lifecycleState().deletions()).hasSize(1);

        bed.pass(Duration.ofMinutes(62));

        assertThat(bed.lifecycleState().deletions()).isEmpty();
    }

    @Test
    void theLeaseIsReadEveryTenSecondsDuringAnIncidentAndElseEveryFiveMinutes() {
        int before = bed.lease.reads;
        bed.pass(Duration.ofMinutes(5));
        int calm = bed.lease.reads - before;
        six(bed::unregister);
        bed.pass(MINUTE);

        before = bed.lease.reads;
        bed.pass(MINUTE);

        assertThat(calm).isEqualTo(1);
        assertThat(bed.lease.reads - before).isEqualTo(6);
    }

    private void six(Consumer<String> what) {
        for (int i = 1; i <= 6; i++) {
            what.accept("w-" + i);
        }
    }

    private Incident incident() {
        return bed.lifecycleState().breaker().open().orElseThrow();
    }

    private void deleteThree() {
        bed.unregister("w-1");
        bed.unregister("w-5");
        bed.unregister("w-9");
        bed.pass(Duration.ofMinutes(11));
        assertThat(bed.deletes()).isEqualTo(3);
    }

    /// The deleted Nodes count together with those whose VMs disappear now.
    private void loseThreeMore() {
        bed.unregister("w-13");
        bed.unregister("w-17");
        bed.unregister("w-19");
        bed.pass(MINUTE);

        assertThat(bed.events("MassDisappearance")).singleElement().asString().contains("6 of 20 Nodes");
    }
}
