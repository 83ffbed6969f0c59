package dev.vspherecloud.controllers.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.existence.KubeletSign;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LifecycleControllerTest {
    private final Stage stage = new Stage().cluster(20);

    @Test
    void theNodeOfADestroyedVmGoesWithinHalfAMinuteAndOnce() {
        stage.destroy("w-3");

        stage.pass(Duration.ofSeconds(30));

        assertThat(stage.nodes.writes()).contains("delete w-3");
        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.events.all()).filteredOn(event -> event.contains("DeletingNode")).hasSize(1);
    }

    @Test
    void theNodeOfAVmThatDisappearedGoesAfterTenMinutes() {
        stage.unregister("w-3");

        stage.pass(Duration.ofMinutes(10));
        assertThat(stage.has("w-3")).isTrue();
        stage.pass(Duration.ofSeconds(20));

        assertThat(stage.has("w-3")).isFalse();
        assertThat(stage.deletes()).isEqualTo(1);
        assertThat(stage.annals().losses()).hasSize(1);
    }

    @Test
    void aKubeletThatRenewsItsLeaseKeepsItsNode() {
        stage.destroy("w-3");

        for (int i = 0; i < 30; i++) {
            stage.signs.put("w-3", new KubeletSign.Renewed("at " + i));
            stage.pass(Duration.ofSeconds(10));
        }

        assertThat(stage.deletes()).isZero();
    }

    @Test
    void sixThatDisappearAtOnceStayUntilSomebodyHasLooked() {
        for (int i = 1; i <= 6; i++) {
            stage.unregister("w-" + i);
        }

        stage.pass(Duration.ofMinutes(20));
        assertThat(stage.deletes()).isZero();
        assertThat(stage.events.all()).filteredOn(event -> event.contains("MassDisappearance")).hasSize(1);
        stage.lease.acknowledge(stage.annals().breaker().open().orElseThrow().id());
        stage.pass(Duration.ofMinutes(1));

        assertThat(stage.deletes()).isEqualTo(6);
    }

    @Test
    void sixThatAreDestroyedAtOnceGo() {
        for (int i = 1; i <= 6; i++) {
            stage.destroy("w-" + i);
        }

        stage.pass(Duration.ofSeconds(45));

        assertThat(stage.deletes()).isEqualTo(6);
        assertThat(stage.events.all()).noneMatch(event -> event.contains("MassDisappearance"));
    }
}
