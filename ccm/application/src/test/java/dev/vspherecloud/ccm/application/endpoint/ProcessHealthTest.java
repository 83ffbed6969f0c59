package dev.vspherecloud.ccm.application.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.serving.health.HealthCheck;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessHealthTest {
    private final ProcessHealth health = new ProcessHealth();

    private static List<String> failing(List<HealthCheck> checks) {
        return checks.stream()
                .filter(check -> check.unhealthyReason().get().isPresent())
                .map(HealthCheck::name)
                .toList();
    }

    private void leads(Optional<String> worker, Optional<String> sync) {
        var checks = new HealthChecks(
                List.of(new HealthCheck("cloud-node-controller", () -> worker)),
                List.of(new HealthCheck("informer-sync", () -> sync)));
        health.leads(() -> checks);
    }

    @Test
    void aStandbyIsAliveAndReady() {
        health.require("leaderElection", Optional::empty);

        assertThat(failing(health.live())).isEmpty();
        assertThat(failing(health.ready())).isEmpty();
    }

    @Test
    void aLeaderIsReadyOnceItKnowsItsNodesAndAliveBefore() {
        leads(Optional.empty(), Optional.of("the Nodes have not been listed yet"));

        assertThat(failing(health.live())).isEmpty();
        assertThat(failing(health.ready())).containsExactly("informer-sync");
    }

    @Test
    void aLeaderWithAnEndedWorkerIsNeitherAliveNorReady() {
        leads(Optional.of("a worker has ended"), Optional.empty());

        assertThat(failing(health.live())).containsExactly("cloud-node-controller");
        assertThat(failing(health.ready())).containsExactly("cloud-node-controller");
    }

    @Test
    void aThreadThatHasEndedIsNamed() throws InterruptedException {
        Thread ended = Thread.ofVirtual().name("config").start(() -> {});
        ended.join();

        health.require("configuration", () -> SupervisedThread.ended(ended));

        assertThat(health.live().getFirst().unhealthyReason().get()).contains("the thread config has ended");
    }

    @Test
    void aStoppingProcessIsAliveAndNotReady() {
        leads(Optional.of("a worker has ended"), Optional.empty());

        health.stops();

        assertThat(health.live()).isEmpty();
        assertThat(failing(health.ready())).containsExactly("shutdown");
    }
}
