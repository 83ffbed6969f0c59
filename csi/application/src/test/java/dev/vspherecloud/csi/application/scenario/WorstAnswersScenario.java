package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.flood.WorstAnswer;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A vCenter that gives one of the [worst answers][WorstAnswer] after the other, beside one that works.
@Tag("csi")
class WorstAnswersScenario {
    @Test
    void noneEndsTheProcessOrHarmsAnotherVcenter(@TempDir Path folder) throws Exception {
        try (var api = KubeApiServer.shared();
                var good = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var liar = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var driver = DriverProcess.start(api, List.of(good, liar), folder, DriverProcess.packaged());
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            driver.awaitReady();
            var pending = new ArrayList<Future<?>>();
            for (WorstAnswer answer : WorstAnswer.ofVolumes()) {
                try (ActiveRule rule = liar.proxy().add(answer.rule())) {
                    pending.add(callers.submit(() -> create(driver, liar, answer.name())));
                    callers.execute(() -> list(driver));
                    await(answer.name())
                            .failFast(() -> assertThat(driver.program().isAlive())
                                    .as(driver.program()::log)
                                    .isTrue())
                            .until(() -> rule.fired() > 0);
                    create(driver, good, answer.name()).allOk();
                }
            }
            for (Future<?> call : pending) {
                call.get();
            }
            // The provisioner repeats a call that failed.
            for (WorstAnswer answer : WorstAnswer.ofVolumes()) {
                create(driver, liar, answer.name()).allOk();
            }
            assertThat(driver.program().terminate()).as(driver.program().log()).isZero();
            assertThat(driver.program().log()).doesNotContain("OutOfMemoryError", "StackOverflowError");
        }
    }

    private static ParallelCalls create(DriverProcess driver, VcenterSite site, String name)
            throws InterruptedException {
        String url = site.vcenter().volumes().datastores().getFirst().url();
        return ParallelCalls.create(
                driver.socket(), site.name() + "-" + name + "-{n}", Map.of("datastoreurl", url), 1, 1);
    }

    private static void list(DriverProcess driver) {
        try {
            ParallelCalls.make(driver.socket(), "/csi.v1.Controller/ListVolumes", "{}", 1, 1);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
