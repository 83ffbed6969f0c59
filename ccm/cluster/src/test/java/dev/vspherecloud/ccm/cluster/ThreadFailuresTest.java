package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.kubernetes.FailingRun.eachCallFailsOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Fails each call to each port of each thread once, and tests that the work continues.
class ThreadFailuresTest {
    @Test
    void nodesAreStoredAndReportedWhateverFails() throws InterruptedException {
        eachCallFailsOnce(15, run -> {
            run.answers(() -> page(NodeFixtures.fresh("w-1", 3), NodeFixtures.fresh("w-2", 4)));
            run.streams(NodeFixtures.event("ADDED", NodeFixtures.fresh("w-3", 10)));
            var notified = new ArrayList<String>();
            var nodes = new KubeNodes(
                    run.server(),
                    name -> {
                        run.failing().call("listener");
                        notified.add(name.value());
                    },
                    () -> true,
                    run.pause(),
                    new SplittableRandom(1));

            run.work("nodes", nodes);

            assertThat(nodes.isSynced()).isTrue();
            assertThat(nodes.names()).as(run.failed()).contains(new NodeName("w-1"), new NodeName("w-2"));
            assertThat(notified).as(run.failed()).contains("w-1", "w-2", "w-3");
            run.shows("nodes", 8);
        });
    }

    @Test
    void servicesAreKnownWhateverFails() throws InterruptedException {
        eachCallFailsOnce(8, run -> {
            run.answers(() -> page());
            var claims = new KubeAddressesInUse(run.server(), run.pause(), new SplittableRandom(1));

            run.work("services", claims);

            assertThat(claims.failure()).isEmpty();
            assertThat(run.calls().getLast()).contains("watch=true");
            run.shows("services", 8);
        });
    }

    /// The Event whose sending fails is dropped and counted.
    @Test
    void eventsAreSentWhateverFails() throws InterruptedException {
        NodeView node = NodeFixtures.known(NodeFixtures.fresh("w-1", 7)).view();
        eachCallFailsOnce(4, run -> {
            var sent = new CountDownLatch(1);
            run.answers(() -> {
                if (run.calls().size() == 4) {
                    sent.countDown();
                }
                return "{}";
            });
            var events = new KubeEvents(run.server(), "kube-system", "ccm", run.time(), run.time(), run.pause());
            for (int i = 0; i < 5; i++) {
                events.warning(node, new Reason(NodeReason.VM_NOT_FOUND, "no VM " + i));
            }
            Thread thread = Thread.ofVirtual().start(run.supervisor().task("events", "events", events));

            assertThat(sent.await(2, TimeUnit.MINUTES)).as(run.failed()).isTrue();
            thread.interrupt();
            thread.join();

            assertThat(events.dropped()).isLessThanOrEqualTo(1);
            run.shows("events", 5);
        });
    }

    private static String page(String... objects) {
        return "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s]}".formatted(String.join(",", objects));
    }
}
