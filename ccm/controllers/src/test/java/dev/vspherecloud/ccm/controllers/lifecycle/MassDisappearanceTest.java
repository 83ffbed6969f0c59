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

class MassDisappearanceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration LONG = Duration.ofMinutes(20);

    private final LifecycleTestBed stage = new LifecycleTestBed().cluster(20);

    @Test
    @Conforms("J22")
    void halfOfTheNodesThatDisappearAtOnceStay() {
        for (int i = 1; i <= 10; i++) {
            stage.unregister("w-" + i);
        }

        stage.pass(LONG);

        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("MassDisappearance")).singleElement().asString().contains("10 of 20 Nodes");
        assertThat(stage.heard.breaker.open()).contains(incident());
    }

    @Test
    @Conforms("J22")
    void sixThatDisappearAtOnceStayUntilSomebodyHasLooked() {
        six(stage::unregister);
        stage.pass(LONG);
        assertThat(stage.deletes()).isZero();
        assertThat(stage.events("MassDisappearance"))
                .singleElement()
                .asString()
                .contains(
                        "6 of 20 Nodes",
                        "w-1, w-2, w-3, w-4, w-5 and 1 more",
                        "acknowledge=" + incident().id());

        assertThat(stage.heard.breaker.open()).contains(incident());

        stage.lease.acknowledge(incident().id());
        stage.pass(MINUTE);

        assertThat(stage.heard.breaker.open()).isEmpty();
        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.lifecycleState().deletions()).isEmpty();
        assertThat(stage.lifecycleState().acknowledged()).isEmpty();
    }

    @Test
    void sixThatAreDestroyedAtOnceGo() {
        six(stage::destroy);

        stage.pass(Duration.ofSeconds(30));

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events("MassDisappearance")).isEmpty();
    }

    @Test
    void sixThatAreDestroyedAreNoIncidentWhileTheirKubeletsAreThoughtToLive() {
        six(name -> stage.lose(name, LifecycleTestBed.destroyed()));
        stage.pass(MINUTE);
        assertThat(stage.events("MassDisappearance")).isEmpty();

        six(stage::silence);
        stage.pass(Duration.ofSeconds(30));

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events("MassDisappearance")).isEmpty();
    }

    @Test
    void sixThatDisappearAreAnIncidentAlsoWhileTheirKubeletsLive() {
        six(name -> stage.lose(name, LifecycleTestBed.unregistered()));

        stage.pass(MINUTE);

        assertThat(stage.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void aDestroyedOneGoesWhileTheBreakerIsOpen() {
        six(stage::unregister);
        stage.pass(MINUTE);

        stage.destroy("w-9");
        stage.pass(MINUTE);

        assertThat(stage.nodes.writes()).contains("delete w-9");
        assertThat(stage.deletes()).isEqualTo(1);
    }

    @Test
    void itIsOverWhenTheVmsAreBack() {
        six(stage::unregister);
        stage.pass(MINUTE);

        six(name -> stage.show(LifecycleTestBed.vm(name)));
        stage.pass(Duration.ofSeconds(1));

        assertThat(stage.lifecycleState().breaker().open()).isEmpty();
    }

    @Test
    void anIncidentOutlivesTheProcessAndIsToldOnce() {
        six(stage::unregister);
        stage.pass(MINUTE);
        String id = incident().id();

        stage.restart();
        stage.pass(LONG);

        assertThat(incident().id()).isEqualTo(id);
        assertThat(stage.events("MassDisappearance")).hasSize(1);
        assertThat(stage.deletes()).isZero();
    }

    @Test
    void anIncidentIsNotOverBecauseNoNodeIsKnownYet() {
        six(stage::unregister);
        stage.pass(MINUTE);
        var known = new LifecycleTestBed();
        known.lease.texts = stage.lease.texts;

        known.oversee();

        assertThat(known.lifecycleState().breaker().open()).isPresent();
    }

    @Test
    void whatWasExcusedStaysExcusedAfterARestart() {
        six(stage::unregister);
        stage.pass(MINUTE);
        stage.lease.acknowledge(incident().id());
        stage.pass(MINUTE);

        stage.restart();
        stage.pass(LONG);

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void whatWasExcusedGoesWhileAnotherIncidentIsOpen() {
        six(stage::unregister);
        stage.pass(MINUTE);
        stage.lease.acknowledge(incident().id());
        stage.pass(MINUTE);
        List<String> others = List.of("w-8", "w-10", "w-12", "w-14", "w-16", "w-18");
        others.forEach(stage::unregister);

        stage.pass(LONG);

        assertThat(stage.lifecycleState().breaker().open()).isPresent();
        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(others).allMatch(stage::has);
    }

    @Test
    void anAcknowledgementThatCouldNotBeWipedOutCountsOnce() {
        six(stage::unregister);
        stage.pass(MINUTE);
        stage.lease.acknowledge(incident().id());
        stage.lease.isWritable = false;
        stage.pass(Duration.ofSeconds(20));
        stage.lease.isWritable = true;

        stage.pass(MINUTE);

        assertThat(stage.lifecycleState().acknowledged()).isEmpty();
        assertThat(stage.lifecycleState().breaker().acknowledgedNodes()).hasSize(6);
    }

    @Test
    void anIncidentCountsBeforeItCouldBeWritten() {
        stage.lease.isWritable = false;
        six(stage::unregister);
        stage.pass(LONG);
        assertThat(stage.deletes()).isZero();
        assertThat(stage.lifecycleState().breaker().open()).isEmpty();

        stage.lease.isWritable = true;
        stage.pass(Duration.ofSeconds(20));

        assertThat(stage.lifecycleState().breaker().open()).isPresent();
        assertThat(stage.events("MassDisappearance")).hasSize(1);
    }

    @Test
    void nodesThatAreAboutToBeRemovedDoNotCount() {
        six(name -> {
            stage.unregister(name);
            stage.nodes.report(name, new NodeHealth(Ready.UNKNOWN, LifecycleTestBed.NOON, false, false, true));
        });

        stage.pass(Duration.ofMinutes(11));

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events("MassDisappearance")).isEmpty();
    }

    @Test
    void thoseThatWereDeletedCountToo() {
        stage.unregister("w-1");
        stage.unregister("w-5");
        stage.unregister("w-9");
        stage.pass(Duration.ofMinutes(11));
        assertThat(stage.deletes()).isEqualTo(3);

        stage.unregister("w-13");
        stage.unregister("w-17");
        stage.unregister("w-19");
        stage.pass(MINUTE);

        assertThat(stage.events("MassDisappearance")).singleElement().asString().contains("6 of 20 Nodes");
    }

    @Test
    void oldLossesAreForgotten() {
        stage.unregister("w-1");
        stage.pass(Duration.ofMinutes(11));
        assertThat(stage.lifecycleState().deletions()).hasSize(1);

        stage.pass(Duration.ofMinutes(62));

        assertThat(stage.lifecycleState().deletions()).isEmpty();
    }

    @Test
    void theLeaseIsReadEveryTenSecondsWhileSomebodyMayWriteAndElseEveryFiveMinutes() {
        int before = stage.lease.reads;
        stage.pass(Duration.ofMinutes(5));
        int calm = stage.lease.reads - before;
        six(stage::unregister);
        stage.pass(MINUTE);

        before = stage.lease.reads;
        stage.pass(MINUTE);

        assertThat(calm).isEqualTo(1);
        assertThat(stage.lease.reads - before).isEqualTo(6);
    }

    private void six(Consumer<String> what) {
        for (int i = 1; i <= 6; i++) {
            what.accept("w-" + i);
        }
    }

    private Incident incident() {
        return stage.lifecycleState().breaker().open().orElseThrow();
    }
}
